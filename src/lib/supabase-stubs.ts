// vite.config.ts puts these in place of @supabase/realtime-js and @supabase/storage-js. supabase-js creates one of each
// when a client is made, but no page uses them, and they would add 22 kB to what a member loads before seeing a chat.

export class RealtimeClient {
  setAuth(): void {}
}

export class StorageClient {}

export class StorageApiError extends Error {}
