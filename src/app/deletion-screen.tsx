import { forgetCopies } from "#features/chat/data/copies.ts";
import { ExportChatsButton } from "#features/chat/export/export-chats-button.tsx";
import { DeletionPage } from "#features/deletion/deletion-page.tsx";

const forget = () => void forgetCopies();

/** /settings/account/delete: the deletion, whose first step offers a copy of the chats. */
export function DeletionScreen() {
  return <DeletionPage history={<ExportChatsButton />} onScheduled={forget} />;
}
