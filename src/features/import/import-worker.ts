import { chatFiles } from "./chat-files.ts";
import type { WorkerReply, WorkerRequest } from "./worker-messages.ts";

const reply = (message: WorkerReply, ...transfer: Transferable[]) =>
  postMessage(message, { transfer });

const chats = chatFiles((found) => reply({ type: "found", found }));

async function serve(request: WorkerRequest): Promise<void> {
  switch (request.type) {
    case "open":
      return reply({ type: "all", all: await chats.open(request.files) });
    case "look": {
      const look = await chats.nextLook();
      return look ? reply({ type: "look", look }, look.body) : reply({ type: "look", look });
    }
    case "read":
      return chats.read(request.importId, request.chosen);
    case "next": {
      const batch = await chats.nextBatch();
      return batch ? reply({ type: "batch", batch }, batch.body) : reply({ type: "batch", batch });
    }
  }
}

addEventListener("message", ({ data }: MessageEvent<WorkerRequest>) => {
  // The page receives the error event, and nothing of a rejected promise.
  serve(data).catch(reportError);
});
