import { fieldsOf, type Fields, listOf, nameOf, parsed, stringOf } from "../source-fields.ts";

/**
 * `citeturn0search1turn0news3` between private-use characters, with a space before it. In a text that broke off, the last
 * one is missing.
 */
const MARK =
  /( ?)(\uE200([^\uE200-\uE202]{0,40})((?:\uE202[^\uE200-\uE202]{0,4000})*)\uE201|\uE200[a-z_]{0,40}(?:\uE202[\w-]{0,40})*)/g;
/** Other characters of such marks, for example those that frame a quoted text. */
const MARK_CHARACTERS = /[\uE200-\uE20F]/g;
/** `【11†source】`, `【4:0†report.pdf】`, `【12†L123-L131】`, and without a sign `【turn1view0】`. */
const OLD_MARK =
  / ?【(?:([\w:]{1,40})†[^【】\n]{0,300}|((?:turn\d{1,6}[a-z]{1,20}\d{1,6}(?:, ?| )?)+))】/g;
/** A link to a file that a tool had made, or such an address alone. */
const SANDBOX =
  /!?\[([^[\]\n]{0,300})\]\(sandbox:(?:[^()\n]|\([^()\n]{0,100}\)){0,1000}\)|sandbox:\/[\w./%-]{0,1000}/g;

/**
 * The text of a reply with the address in the place of each mark, where the file has it. `nearby` holds the metadata of the
 * reply's other nodes, in which results of searches are. `onFile` hears of each link to a file that is not there.
 */
export function withAddresses(
  text: string,
  metadata: Fields,
  nearby: () => readonly Fields[],
  onFile: () => void,
): string {
  let found: Map<string, string> | undefined;
  const addressFound = (name: string): string => {
    found ??= searchResults([metadata, ...nearby()]);
    return found.get(name) ?? "";
  };
  let result = text;
  if (result.search(MARK_CHARACTERS) >= 0) {
    const references = addressesByMark(metadata);
    result = result
      .replace(MARK, (_all, space: string, mark: string, kind?: string, rest?: string) => {
        const parts = (rest ?? "").split("\uE202").slice(1);
        // It stands for a name in the sentence.
        if (kind === "entity") return space + (nameOf(listOf(parsed(parts[0] ?? null))[1]) ?? "");
        const [name = "", address = ""] = parts;
        // A name with its own address.
        if (kind === "url" && parts.length > 1) return space + (linkTo(address, name) || name);
        const own = references.get(mark);
        if (own !== undefined && own.length > 0) return linksTo(own);
        return linksTo(parts.map(addressFound));
      })
      .replaceAll(MARK_CHARACTERS, "");
  }
  if (result.includes("【")) {
    const references = addressesByMark(metadata);
    const cited = addressesByNumber(metadata);
    result = result.replace(OLD_MARK, (mark, number?: string, names?: string) => {
      const own = references.get(mark.trim()) ?? cited.get(Number.parseInt(number ?? "", 10));
      if (own !== undefined) return linksTo(own);
      return linksTo((names ?? "").split(/[, ]/).map(addressFound));
    });
  }
  if (result.includes("sandbox:")) {
    result = result.replace(SANDBOX, (_link, label: string | undefined) => {
      onFile();
      return label ?? "";
    });
  }
  return result;
}

/** ` ([example.com](https://example.com/a))`. Nothing where there is no address. */
function linksTo(addresses: readonly string[]): string {
  const links = [...new Set(addresses)].map((address) => linkTo(address)).filter(Boolean);
  return links.length === 0 ? "" : ` (${links.join(", ")})`;
}

/** A link under a name, else under its host. Empty where the address is none. */
function linkTo(address: string, name = ""): string {
  const url = addressOf(address);
  if (url === null) return "";
  const target = url.href.replaceAll("(", "%28").replaceAll(")", "%29");
  const label = name.replaceAll(/[\\[\]]/g, "\\$&").trim() || url.hostname.replace(/^www\./, "");
  return `[${label}](${target})`;
}

function addressOf(address: string): URL | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url !== null && /^https?:$/.test(url.protocol) ? url : null;
}

/** What `content_references` says of each mark. */
function addressesByMark(metadata: Fields): Map<string, string[]> {
  const byMark = new Map<string, string[]>();
  for (const reference of listOf(metadata["content_references"]).map(fieldsOf)) {
    const mark = stringOf(reference["matched_text"])?.trim();
    if (!mark || byMark.has(mark)) continue;
    const items = listOf(reference["items"]).map(fieldsOf);
    const sources = [
      ...items.flatMap((item) => [item, ...listOf(item["supporting_websites"]).map(fieldsOf)]),
      ...(items.length === 0
        ? [reference, ...listOf(reference["fallback_items"]).map(fieldsOf)]
        : []),
    ];
    const addresses = sources.flatMap((source) => nameOf(source["url"]) ?? []);
    const safe = listOf(reference["safe_urls"]).flatMap((url) => nameOf(url) ?? []);
    byMark.set(mark, addresses.length > 0 ? addresses : safe);
  }
  return byMark;
}

/** What the older `citations` says of each number. */
function addressesByNumber(metadata: Fields): Map<number, string[]> {
  const byNumber = new Map<number, string[]>();
  for (const citation of listOf(metadata["citations"]).map(fieldsOf)) {
    const cited = fieldsOf(citation["metadata"]);
    const number = fieldsOf(cited["extra"])["cited_message_idx"];
    const address = nameOf(cited["url"]);
    if (typeof number === "number" && address !== null) byNumber.set(number, [address]);
  }
  return byNumber;
}

/** The addresses of what was searched, by names such as `turn0search1`. */
function searchResults(all: readonly Fields[]): Map<string, string> {
  const results = new Map<string, string>();
  for (const metadata of all) {
    for (const group of listOf(metadata["search_result_groups"]).map(fieldsOf)) {
      for (const entry of listOf(group["entries"]).map(fieldsOf)) {
        const { turn_index, ref_type, ref_index } = fieldsOf(entry["ref_id"]);
        const address = nameOf(entry["url"]);
        const name = `turn${String(turn_index)}${String(ref_type)}${String(ref_index)}`;
        if (address !== null && !results.has(name)) results.set(name, address);
      }
    }
  }
  return results;
}
