import { TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { NOTICES, notify } from "#lib/notices.ts";
import { paths } from "#lib/paths.ts";
import { keptStore, useStore } from "#lib/store.ts";
import { Card } from "#ui/card.tsx";
import { Page } from "#ui/page.tsx";
import { Switch } from "#ui/switch.tsx";
import { SAFETY_KEY, type SafetySettings, toSafetySettings } from "./safety-rules.ts";

/** The settings as local storage keeps them, in step with the other tabs. */
const store = () => keptStore(SAFETY_KEY, toSafetySettings);

/** /settings/safety. The settings are kept in this browser and sent nowhere. */
export function SafetyPage() {
  const settings = useStore(store(), (kept) => kept);
  const [isUnsaved, setUnsaved] = useState(false);
  const set = (over: Partial<SafetySettings>) => {
    const isKept = store().change((before) => ({ ...before, ...over }));
    setUnsaved(!isKept);
    if (isKept) notify(NOTICES.safetyUpdated);
  };
  return (
    <Page
      title="Safety Settings"
      intro="Saved in this browser only. The models apply their own rules."
      back={{ to: paths.settings, label: "Back to Settings" }}
    >
      {isUnsaved && (
        <p role="alert" className="rounded-md bg-warning-soft px-4 py-3 text-sm text-warning">
          Your browser does not let this page store anything. The setting lasts until you leave.
        </p>
      )}
      <Card>
        <Switch
          label="Allow NSFW Content"
          description={
            <Explained warning="This affects all chats and is not per conversation.">
              Lets the AI generate or discuss adult content.
            </Explained>
          }
          checked={settings.allowNSFW}
          onCheckedChange={(allowNSFW) => set({ allowNSFW })}
        />
      </Card>
      <Card>
        <Switch
          label="Allow Academic Dishonesty"
          description={
            <Explained warning="Handing in what an AI wrote may be a violation of school policy.">
              Lets the AI help with assignments.
            </Explained>
          }
          checked={settings.allowAcademicDishonesty}
          onCheckedChange={(allowAcademicDishonesty) => set({ allowAcademicDishonesty })}
        />
      </Card>
      <Card
        title="About content filtering"
        description="Content filters keep adult material out of conversations. Leave them on where others can see your screen or share your account. Whatever you choose, the companies behind the assistants apply rules of their own, and some requests are always refused."
      />
      <Card
        title="About academic integrity"
        description="Schools and universities differ on what help is allowed. Ask before you use AI for graded work, say where you used it, and check what it tells you: you answer for what you hand in."
      />
    </Page>
  );
}

function Explained({ warning, children }: { warning: string; children: ReactNode }) {
  return (
    <>
      <p>{children}</p>
      <p className="mt-2 flex gap-2 text-warning">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span>{warning}</span>
      </p>
    </>
  );
}
