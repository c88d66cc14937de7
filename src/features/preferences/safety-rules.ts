/** The safety settings, stored as JSON in local storage. */
export type SafetySettings = {
  readonly allowNSFW: boolean;
  readonly allowAcademicDishonesty: boolean;
};

export const SAFETY_KEY = "safety-settings";

const SAFETY_DEFAULTS: SafetySettings = { allowNSFW: false, allowAcademicDishonesty: false };

/**
 * Reads the settings from any value that local storage held. A field that is missing or no boolean is its default.
 * Never throws.
 */
export function toSafetySettings(stored: unknown): SafetySettings {
  return {
    allowNSFW: flag(stored, "allowNSFW"),
    allowAcademicDishonesty: flag(stored, "allowAcademicDishonesty"),
  };
}

function flag(stored: unknown, name: keyof SafetySettings): boolean {
  if (typeof stored !== "object" || stored === null || !Object.hasOwn(stored, name)) {
    return SAFETY_DEFAULTS[name];
  }
  const value: unknown = Reflect.get(stored, name);
  return typeof value === "boolean" ? value : SAFETY_DEFAULTS[name];
}
