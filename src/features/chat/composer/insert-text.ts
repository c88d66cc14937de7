type HtmlRules = { readonly createHTML: (text: string) => string };

/** What TypeScript's own list of the browser's names lacks. */
type WithTypes = {
  trustedTypes?: { createPolicy: (name: string, rules: HtmlRules) => HtmlRules };
};

/** HTML that shows a text as it is. The content policy lets the page make no other. */
const asIs: HtmlRules = {
  createHTML: (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;"),
};
let policy: HtmlRules | undefined;

/** Puts text where the cursor of a field is, so that one Ctrl+Z takes it out. */
export function insertText(field: HTMLTextAreaElement, text: string): void {
  const { value, selectionStart: start, selectionEnd: end } = field;
  field.focus();
  if (text.includes("\n")) insertLines(text);
  if (field.value === value.slice(0, start) + text + value.slice(end)) {
    const behind = start + text.length;
    field.setSelectionRange(behind, behind);
    // Unlike typing it scrolls to no cursor.
    if (behind === field.value.length) field.scrollTop = field.scrollHeight;
    return;
  }
  if (field.value !== value) document.execCommand("undo");
  document.execCommand("insertText", false, text);
}

/** For `insertText` each line costs Chromium and WebKit the time of all lines before it. Firefox does nothing here. */
function insertLines(text: string): void {
  try {
    policy ??= (globalThis as WithTypes).trustedTypes?.createPolicy("text", asIs) ?? asIs;
    document.execCommand("insertHTML", false, policy.createHTML(text));
  } catch {
    // A host's own content policy forbids it.
  }
}
