import type { Config } from "tailwindcss";

/** The visual language. Components use these names only; their values are in src/index.css. */
export default {
  theme: {
    colors: {
      transparent: "transparent",
      current: "currentColor",
      surface: {
        DEFAULT: "var(--surface)",
        raised: "var(--surface-raised)",
        sunken: "var(--surface-sunken)",
        hover: "color-mix(in oklab, var(--surface-raised) 94%, var(--ink))",
      },
      ink: { DEFAULT: "var(--ink)", muted: "var(--ink-muted)" },
      line: {
        DEFAULT: "var(--line)",
        strong: "var(--line-strong)",
        button: "var(--line-button)",
      },
      hover: "var(--hover)",
      backdrop: "var(--backdrop)",
      primary: {
        DEFAULT: "var(--primary)",
        fill: { DEFAULT: "var(--primary-fill)", hover: "var(--primary-fill-hover)" },
        ink: "var(--primary-ink)",
        soft: "var(--primary-soft)",
      },
      danger: {
        DEFAULT: "var(--danger)",
        fill: { DEFAULT: "var(--danger-fill)", hover: "var(--danger-hover)" },
        soft: "var(--danger-soft)",
      },
      success: { DEFAULT: "var(--success)", soft: "var(--success-soft)" },
      warning: { DEFAULT: "var(--warning)", soft: "var(--warning-soft)" },
    },
    borderRadius: {
      none: "0",
      sm: "0.5rem",
      md: "0.75rem",
      lg: "1rem",
      xl: "1.5rem",
      full: "9999px",
    },
    boxShadow: {
      none: "none",
      raised: "var(--shadow-raised)",
      overlay: "var(--shadow-overlay)",
    },
    transitionDuration: { DEFAULT: "140ms", quick: "140ms", calm: "200ms" },
    transitionTimingFunction: {
      DEFAULT: "cubic-bezier(0.2, 0, 0, 1)",
      calm: "cubic-bezier(0.2, 0, 0, 1)",
    },
    extend: {
      fontFamily: {
        sans: [
          "ui-sans-serif",
          "system-ui",
          "-apple-system",
          "Segoe UI",
          "Roboto",
          "Noto Sans",
          "Helvetica Neue",
          "Arial",
          "sans-serif",
        ],
      },
      maxWidth: { measure: "44rem", form: "25rem" },
      width: { sidebar: "17rem" },
      animation: {
        appear: "appear 160ms cubic-bezier(0.2, 0, 0, 1)",
        late: "appear 160ms 150ms backwards",
        rise: "rise 200ms cubic-bezier(0.2, 0, 0, 1)",
        slide: "slide 200ms cubic-bezier(0.2, 0, 0, 1)",
        shimmer: "shimmer 1.6s ease-in-out infinite",
      },
      keyframes: {
        appear: { from: { opacity: "0" } },
        rise: { from: { opacity: "0", transform: "translateY(0.5rem) scale(0.99)" } },
        slide: { from: { transform: "translateX(-100%)" } },
        shimmer: { "0%, 100%": { opacity: "1" }, "50%": { opacity: "0.45" } },
      },
    },
  },
} satisfies Config;
