import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { codeOf, StartError } from "./start-error.ts";

export const ROOT = resolve(import.meta.dirname, "../../..");
const DEFAULT_PORT = 5173;
const ENV_FILE = "supabase/functions/.env";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads what a person can choose, see the configuration in the README. Throws a StartError that names what to mend, never a value that may be secret. */
export function readSettings(processEnv: Environment, envFile = resolve(ROOT, ENV_FILE)) {
  const port = readPort(processEnv["PORT"]);
  return {
    port,
    /** The product's address as people type it. */
    origin: `http://localhost:${port}`,
    dataDir: resolve(ROOT, processEnv["DATA_DIR"] || "supabase/.temp/data"),
    /** A PostgreSQL server to use in place of the embedded database. */
    databaseUrl: readDatabaseUrl(processEnv["DATABASE_URL"]),
    /** The process environment over `supabase/functions/.env`, for the functions. */
    env: { ...readEnvFile(envFile), ...withoutEmpty(processEnv) },
  };
}

function readPort(value: string | undefined): number {
  if (!value) return DEFAULT_PORT;
  const port = Number(value);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new StartError(`PORT must be a number from 1 to 65535, not "${value}".`);
}

function readDatabaseUrl(value: string | undefined): string | undefined {
  if (!value) return undefined;
  if (URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol)) return value;
  throw new StartError("DATABASE_URL must look like postgres://user:password@host:5432/database.");
}

function readEnvFile(path: string): Environment {
  try {
    return withoutEmpty(parseEnv(readFileSync(path, "utf8")));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return {};
    throw new StartError(`${ENV_FILE} cannot be read (${codeOf(error) || "unknown error"}).`);
  }
}

function withoutEmpty(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value));
}
