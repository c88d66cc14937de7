/** Tells when a place comes or goes. */
export const noticePlaces = new EventTarget();
const changed = () => void noticePlaces.dispatchEvent(new Event("change"));
const attach = () => {
  changed();
  return changed;
};

/** A place for notices (`notice-frame.ts`): above a message box, at the foot of a page or the drawer, or below a dialog. */
export function NoticePlace() {
  return (
    <div
      ref={attach}
      data-notice-place
      className="pointer-events-none relative z-50 has-[li]:pb-1.5"
    />
  );
}
