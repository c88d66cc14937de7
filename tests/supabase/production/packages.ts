import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../../supabase/local/process/settings.ts";

type Dependencies = Record<string, string>;

/** What package-lock.json says of one installed package. */
type Locked = {
  version?: string;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
  dependencies?: Dependencies;
  optionalDependencies?: Dependencies;
  peerDependencies?: Dependencies;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};

type Lock = Record<string, Locked>;
type Manifest = Record<"dependencies" | "devDependencies" | "optionalDependencies", Dependencies>;

export const readRepositoryJson = (path: string): unknown =>
  JSON.parse(readFileSync(join(ROOT, path), "utf8"));

/** package.json, the lockfile's packages, and what the functions import (`npm:name@version` by name). */
export const manifest = readRepositoryJson("package.json") as Manifest;
export const { packages: lock } = readRepositoryJson("package-lock.json") as { packages: Lock };
export const { imports } = readRepositoryJson("supabase/functions/deno.json") as {
  imports: Dependencies;
};

/** Where npm put the package that `name` means inside the package at `path`; undefined when it is not installed. */
export function locate(path: string, name: string): string | undefined {
  const here = `${path === "" ? "" : `${path}/`}node_modules/${name}`;
  if (lock[here]) return here;
  if (path === "") return undefined;
  const parent = path.slice(0, Math.max(path.lastIndexOf("node_modules/") - 1, 0));
  return locate(parent, name);
}

/** The packages of the page and of the functions with everything they need, by where they are installed. */
export function shippedPackages(): Map<string, Locked> {
  const found = new Map<string, Locked>();
  const visit = (from: string, name: string) => {
    const path = locate(from, name);
    const locked = path === undefined ? undefined : lock[path];
    if (path === undefined || locked === undefined)
      throw new Error(`${name} is not in the lockfile.`);
    if (found.has(path)) return;
    found.set(path, locked);
    for (const needed of needs(locked)) visit(path, needed);
  };
  for (const name of Object.keys({ ...manifest.dependencies, ...imports })) visit("", name);
  return found;
}

function needs({
  dependencies,
  optionalDependencies,
  peerDependencies,
  peerDependenciesMeta,
}: Locked) {
  const peers = Object.keys(peerDependencies ?? {});
  return [
    ...Object.keys(dependencies ?? {}),
    ...Object.keys(optionalDependencies ?? {}),
    ...peers.filter((name) => !peerDependenciesMeta?.[name]?.optional),
  ];
}
