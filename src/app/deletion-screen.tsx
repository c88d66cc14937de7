import { ExportChatsButton } from "#features/chat/export/export-chats-button.tsx";
import { DeletionPage } from "#features/deletion/deletion-page.tsx";

/** /settings/account/delete: the deletion, whose first step offers a copy of the chats. */
export function DeletionScreen() {
  return <DeletionPage history={<ExportChatsButton />} />;
}
