/** Does in a page what Chrome's translation does to its elements: puts each text with letters, as it comes, into two more. */
export function wrapTexts(): void {
  const LEFT_ALONE = "font, [translate=no], script, style, textarea, option, title";
  const wrap = (root: Node) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: Text[] = root instanceof Text ? [root] : [];
    while (texts.nextNode() !== null) found.push(texts.currentNode as Text);
    for (const text of found) {
      const parent = text.parentElement;
      if (parent === null || parent.closest(LEFT_ALONE) !== null) continue;
      if (!/\p{L}/u.test(text.data)) continue;
      const outer = document.createElement("font");
      outer.append(document.createElement("font"));
      outer.firstElementChild?.append(text.data);
      text.replaceWith(outer);
    }
  };
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === "childList") for (const node of addedNodes) wrap(node);
      else wrap(target);
    }
  }).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ["translate"],
  });
}
