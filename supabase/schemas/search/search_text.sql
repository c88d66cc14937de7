-- A text as searches see it: its words in lower case, without accents, with one space before and after each. A run of
-- characters of scripts without spaces is a word of its own. So a text has ' word ' for a whole word, and ' wor' for
-- the beginning of one. Only the first 100,000 characters count.
-- `spacedText` in `supabase/functions/_shared/words-rules.ts` is the same rule.
create function private.search_text(p_text text) returns text
language plpgsql immutable strict parallel safe cost 1000 set search_path = '' as $$
declare
  spaced text := left(p_text, 100000);
begin
  -- This takes a third of the time for a text in ASCII.
  if octet_length(spaced) = length(spaced) then
    spaced := regexp_replace(lower(spaced collate "C"), '[^a-z0-9]+', ' ', 'g');
    return ' ' || btrim(spaced) || ' ';
  end if;
  -- Characters that newer servers decompose, reorder or lower, and the oldest does not know.
  spaced := regexp_replace(spaced,
    '[\u0897\u1ACF-\u1AEB\u1C89\uA7CB-\uA7CE\uA7D2\uA7D4\uA7DA-\uA7F1\U000105C9-\U000105E4\U00010D50-\U00010D6D'
    '\U00010EFA-\U00010EFF\U00011383-\U000113D0\U00011F41\U00011F42\U0001611E-\U0001612F\U00016D67-\U00016D6A'
    '\U00016EA0-\U00016EB8\U0001CCD6-\U0001CCF9\U0001E030-\U0001E08F\U0001E4EC-\U0001E4EF\U0001E5EE\U0001E5EF'
    '\U0001E6E3-\U0001E6F5]+', ' ', 'g');
  spaced := regexp_replace(normalize(spaced, nfkd),
    '[\u00AD\u0300-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u064B-\u065F\u0670'
    '\u06D6-\u06DC\u1AB0-\u1AFF\u1DC0-\u1DFF\u200B-\u200D\u2060\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF'
    '\U0001F3FB-\U0001F3FF]+', '', 'g');
  spaced := translate(private.lower_case(spaced), U&'\03C2\0131\00F8\0142\0111', U&'\03C3iold');
  spaced := replace(replace(replace(spaced, U&'\00DF', 'ss'), U&'\00E6', 'ae'), U&'\0153', 'oe');
  -- Most texts are normalized already. Checking that takes half the time.
  if spaced is not nfc normalized then
    spaced := normalize(spaced, nfc);
  end if;
  spaced := regexp_replace(spaced,
    '([' || private.unspaced_characters() || ']+)', ' \1 ', 'g');
  spaced := regexp_replace(spaced,
    '[\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B4\u00B6-\u00B9\u00BB-\u00BF\u00D7\u00F7'
    '\u037E\u0589\u058A\u05BE\u060C\u061B\u061F\u06D4\u0964\u0965\u2000-\u206F\u20A0-\u20CF\u2190-\u25FF'
    '\u27C0-\u2AFF\u2E00-\u2E7F\u3000-\u3004\u3008-\u3020\u3030\u303D-\u3040\u30FB\uFFF0-\uFFFF]+', ' ', 'g');
  return ' ' || btrim(spaced) || ' ';
end $$;
revoke execute on function private.search_text(text) from public, anon, authenticated;
