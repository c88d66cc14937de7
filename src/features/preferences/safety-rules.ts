/** The safety settings, stored as JSON in local storage. */
export type SafetySettings = {
  readonly allowNSFW: boolean;
  readonly allowAcademicDishonesty: boolean;
};

export const SAFETY_KEY = "safety-settings";

/** Reads the settings from any value that local storage held. What is not stored as on is off. */
export function toSafetySettings(stored: unknown): SafetySettings {
  const { allowNSFW, allowAcademicDishonesty } = (stored ?? {}) as Record<string, unknown>;
  return {
    allowNSFW: allowNSFW === true,
    allowAcademicDishonesty: allowAcademicDishonesty === true,
  };
}
