/**
 * The settings of a build. Write `import.meta.env.NAME`, never `import.meta.env["NAME"]`: for brackets Vite puts every
 * VITE_ variable of the machine into the page.
 */
declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface adds to that of Vite
  interface ImportMetaEnv {
    readonly VITE_SUPABASE_URL?: string;
    readonly VITE_SUPABASE_PUBLISHABLE_KEY?: string;
    readonly VITE_SUPABASE_REGION?: string;
    readonly VITE_BILLING_URL?: string;
    readonly VITE_UPGRADE_URL?: string;
    readonly VITE_DOWNLOAD_URL?: string;
    readonly VITE_PRIVACY_EMAIL?: string;
  }
}

const read = (value: string | undefined, fallback: string): string => value?.trim() || fallback;

const fromPage = (name: string): string =>
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";

/** The address of the Supabase project. Without a setting: the page's own origin (the embedded backend). */
export const supabaseUrl = read(
  import.meta.env.VITE_SUPABASE_URL,
  globalThis.location?.origin ?? "http://localhost",
);

/** The project's publishable key. Without a setting: the one the embedded backend writes into the page. */
export const supabaseKey = read(
  import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY,
  fromPage("supabase-key"),
);

/** Where the project's database is, so that its functions run beside it. Without a setting: wherever the caller is. */
export const supabaseRegion = import.meta.env.VITE_SUPABASE_REGION;

/** Addresses outside the product, which open in a new tab. */
export const links = {
  billing: read(import.meta.env.VITE_BILLING_URL, "https://whop.com/@me/settings/orders/"),
  upgrade: read(import.meta.env.VITE_UPGRADE_URL, "https://whop.com/checkout/"),
  download: read(import.meta.env.VITE_DOWNLOAD_URL, "https://www.mozilla.org/firefox/new/"),
} as const;

/**
 * Where a person buys a membership. It names them by id, so that the payment finds them whatever address they pay
 * with: in place of `{member}` in the configured address, else as the checkout's metadata.
 * @param userId null for a visitor, who is not named.
 */
export function upgradeLink(userId: string | null, address = links.upgrade): string {
  if (address.includes("{member}")) return address.replaceAll("{member}", userId ?? "");
  if (userId === null || !URL.canParse(address)) return address;
  const url = new URL(address);
  url.searchParams.set("metadata[member]", userId);
  return url.href;
}

export const privacyEmail = read(import.meta.env.VITE_PRIVACY_EMAIL, "privacy@example.com");
