import type { WorkerReply, WorkerRequest } from "./worker-messages.ts";

const reply = (message: WorkerReply) => postMessage(message);

async function serve(request: WorkerRequest): Promise<void> {
  switch (request.type) {
    case "open":
      return reply({ type: "all", all: { attachments: {}, emptyChats: 0, moreProblems: 0 } });
    case "look":
      return reply({ type: "look", look: null });
    case "read":
      return;
    case "next":
      return reply({ type: "batch", batch: null });
  }
}

addEventListener("message", ({ data }: MessageEvent<WorkerRequest>) => {
  // What fails here fails at the page, which hears of errors only.
  serve(data).catch(reportError);
});
