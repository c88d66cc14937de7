import { Check } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { NOTICES, notify } from "#lib/notices.ts";
import { paths } from "#lib/paths.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Page } from "#ui/page.tsx";
import { COLORS, toColor } from "./color-rules.ts";

/**
 * /settings/chat/color. Save applies the color to the running page, until it is reloaded, and goes to /settings/chat,
 * which has no route.
 */
export function ColorPage() {
  const navigate = useNavigate();
  const [color, setColor] = useState(() => toColor(document.documentElement.dataset["color"]));
  const save = () => {
    document.documentElement.dataset["color"] = color;
    notify(NOTICES.colorUpdated);
    void navigate(paths.unroutedChatSettings);
  };
  return (
    <Page
      title="Primary Color"
      intro="The color of buttons, links and your messages. It lasts until you reload the page."
      back={{ to: paths.settings, label: "Back to Settings" }}
    >
      <fieldset>
        <legend className="sr-only">Color</legend>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(8.25rem,1fr))] gap-3">
          {COLORS.map((option) => (
            <label
              key={option.value}
              data-color={option.value}
              className="relative flex cursor-pointer items-center gap-3 rounded-md border border-line bg-surface-raised p-3 transition-colors hover:bg-hover has-checked:border-primary has-checked:bg-primary-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary"
            >
              <input
                type="radio"
                name="color"
                value={option.value}
                checked={option.value === color}
                onChange={() => setColor(option.value)}
                className="absolute left-3 size-8 cursor-pointer appearance-none rounded-full outline-none"
              />
              <span
                aria-hidden="true"
                className="grid size-8 shrink-0 place-items-center rounded-full bg-primary-fill text-primary-ink forced-color-adjust-none"
              >
                {option.value === color && <Check className="size-4" strokeWidth={3} />}
              </span>
              <span className="text-[0.9375rem] font-medium">{option.name}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="grid gap-3 rounded-lg bg-surface-sunken p-5">
        <p className="text-sm text-ink-muted">Preview</p>
        <p data-color={color} className="bubble justify-self-end">
          This is how your messages will look.
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" onClick={save}>
          Save Changes
        </Button>
        <ButtonLink to={paths.settings}>Cancel</ButtonLink>
      </div>
    </Page>
  );
}
