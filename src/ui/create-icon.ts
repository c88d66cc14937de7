import type { IconNode } from "lucide-react";
import { createElement, type SVGProps } from "react";

const STROKE = {
  width: 24,
  height: 24,
  viewBox: "0 0 24 24",
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 2,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

/** Makes an icon's component. vite.config.ts puts it in the place of the function that lucide-react has for this. */
const createIcon =
  ({ node }: { node: IconNode }) =>
  (props: SVGProps<SVGSVGElement>) =>
    createElement(
      "svg",
      { ...STROKE, ...props },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );

// oxlint-disable-next-line import/no-default-export -- the function it replaces is one
export { createIcon as default };
