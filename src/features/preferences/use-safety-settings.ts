import { useEffect, useState } from "react";
import { followStored, readJson, writeJson } from "#lib/storage.ts";
import { SAFETY_KEY, toSafetySettings, type SafetySettings } from "./safety-rules.ts";

const load = (): SafetySettings => toSafetySettings(readJson(SAFETY_KEY));

/** The safety settings of this browser, followed when another tab changes them. */
export function useSafetySettings() {
  const [settings, setSettings] = useState(load);

  useEffect(() => {
    const end = new AbortController();
    followStored(SAFETY_KEY, () => setSettings(load()), end);
    return () => end.abort();
  }, []);

  /** Applies and stores a change; false when the browser kept nothing. */
  const change = (over: Partial<SafetySettings>): boolean => {
    const changed = { ...settings, ...over };
    setSettings(changed);
    writeJson(SAFETY_KEY, changed);
    const kept = load();
    return (
      kept.allowNSFW === changed.allowNSFW &&
      kept.allowAcademicDishonesty === changed.allowAcademicDishonesty
    );
  };

  return { settings, change };
}
