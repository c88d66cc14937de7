import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** The path of the first of these programs that is on the PATH, or of the first file that can be run; undefined for none. */
export function findProgram(names: readonly string[], files: readonly string[] = []) {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...candidates, ...files].find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
