import { readFileSync } from "node:fs";
import { posix, relative } from "node:path";

/** @type {{ imports: Record<string, string> }} */
const { imports } = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
);

/** Where an import leads, from the top of the project; `#name` for what package.json names; null for a package. */
function targetOf(specifier, file) {
  if (specifier.startsWith(".")) return posix.join(posix.dirname(file), specifier);
  if (specifier in imports) return specifier;
  const [alias] = specifier.split("/");
  const folder = imports[`${alias}/*`];
  return folder ? posix.join(folder, `../${specifier.slice(alias.length)}`) : null;
}

/** The part of a path that a pattern names: `*` stands for one name, `{a,b}` for either. */
function partOf(path, pattern) {
  const source = pattern.replaceAll(".", "\\.").replaceAll("*", "[^/]+").replaceAll(",", "|");
  const either = source.replaceAll("{", "(?:").replaceAll("}", ")");
  return new RegExp(`^${either}(?=/|$)`).exec(path)?.[0];
}

/**
 * Refuses imports against the direction of the rooms. Each option is a house: a folder, and for each room in it the
 * rooms that it may import from. The first room that fits a file is its own. What is outside of every house of a file
 * has to be named.
 */
const directions = {
  meta: { schema: false },
  create(context) {
    const file = relative(context.cwd, context.filename).replaceAll("\\", "/");
    const own = context.options.flatMap(({ folder, rooms }) => {
      for (const [room, from] of Object.entries(rooms)) {
        const part = partOf(file, `${folder}/${room}`);
        if (part) return [{ folder, part, from }];
      }
      return [];
    });
    if (own.length === 0) return {};
    const allows = ({ folder, part, from }, target) =>
      [part, ...from.map((name) => (name.startsWith("#") ? name : posix.join(folder, name)))].some(
        (pattern) => partOf(target, pattern),
      );
    const check = ({ source }) => {
      // What is imported by a variable is not known here.
      const target = typeof source?.value === "string" && targetOf(source.value, file);
      if (!target) return;
      const judges = own.filter(({ folder }) => target.startsWith(`${folder}/`));
      const isInside = judges.length > 0;
      const refusing = (isInside ? judges : own).filter((room) => !allows(room, target));
      if (refusing.length < (isInside ? 1 : own.length)) return;
      const [{ part, from }] = refusing;
      const message = `${part} may import ${from.join(", ") || "nothing"}, and not ${target}.`;
      context.report({ node: source, message });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

/**
 * Whether an expression may be text on the screen. What is made of a list is elements.
 * @param elements Names of what is an element.
 */
function mayBeText(node, elements) {
  switch (node.type) {
    case "JSXElement":
    case "JSXFragment":
    case "JSXEmptyExpression":
      return false;
    case "Literal":
      return typeof node.value === "string" && /\p{L}/u.test(node.value);
    case "LogicalExpression":
      return (
        mayBeText(node.right, elements) ||
        (node.operator !== "&&" && mayBeText(node.left, elements))
      );
    case "ConditionalExpression":
      return mayBeText(node.consequent, elements) || mayBeText(node.alternate, elements);
    case "ChainExpression":
      return mayBeText(node.expression, elements);
    case "CallExpression":
      return mayBeText(node.callee, elements);
    case "MemberExpression":
      return mayBeText(node.property, elements);
    case "Identifier":
      return !/map$/i.test(node.name) && !elements.includes(node.name);
    default:
      return true;
  }
}

/**
 * Refuses text beside parts that come and go, and text that changes beside anything. A browser that translates a page
 * wraps each text in elements of its own; React then finds neither the text nor the place before it. Text that is the only child of
 * an element is safe, because React writes it through that element.
 */
const ownElement = {
  meta: { schema: false },
  create(context) {
    const [elements = []] = context.options;
    const check = ({ type, children }) => {
      const parts = children.filter((child) =>
        child.type === "JSXText"
          ? child.value.trim() !== ""
          : child.expression?.type !== "JSXEmptyExpression" && !isSpace(child.expression),
      );
      const isFragment = type === "JSXFragment";
      if (parts.length < 2 && !isFragment) return;
      const changes = parts.some((part) => part.type === "JSXExpressionContainer");
      for (const part of parts) {
        const isText =
          part.type === "JSXText"
            ? /\p{L}/u.test(part.value)
            : part.type === "JSXExpressionContainer" && mayBeText(part.expression, elements);
        if (!isText || (!changes && !isFragment)) continue;
        const message = "This text needs an element of its own: a translated page breaks here.";
        context.report({ node: part, message });
      }
    };
    return { JSXElement: check, JSXFragment: check };
  },
};

const isSpace = (expression) =>
  expression?.type === "Literal" && String(expression.value).trim() === "";

// oxlint-disable-next-line import/no-default-export -- a plugin of the linter has to be one
export default { meta: { name: "house" }, rules: { directions, "own-element": ownElement } };
