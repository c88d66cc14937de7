// The parts of supabase-js that no page uses, in name only: the client makes one of each when it is created, and a
// member would fetch 22 kB of script for them before seeing a chat. vite.config.ts puts this in their place.

export class RealtimeClient {
  setAuth(): void {}
}

export class StorageClient {}

export class StorageApiError extends Error {}
