/** Opens a chat whose notification is pressed. */
export let openNotified = (path: string): void => location.assign(path);

/** Opens the chats whose notifications are pressed by the page's own navigation. */
export function openChatsBy(navigate: (path: string) => void): void {
  openNotified = navigate;
}
