-- The characters of scripts that put no spaces between words (Thai, Lao, Burmese, Khmer, Japanese, Chinese) and of
-- symbols and emoji, for a regular expression. `supabase/functions/_shared/words-rules.ts` has the same list.
create function private.unspaced_characters() returns text
language sql immutable parallel safe set search_path = '' as $$
  select '\u0E01-\u0E4E\u0E50-\u0E59\u0E81-\u0EDF\u1000-\u109F\u1780-\u17D3\u2600-\u27BF\u2B00-\u2BFF\u2E80-\u2FFF'
    '\u3005-\u3007\u3021-\u302F\u3031-\u303C\u3041-\u30FA\u30FC-\u312F\u31A0-\u31FF\u3400-\u9FFF\uF900-\uFAFF'
    '\U0001F000-\U0001FAFF\U00020000-\U0003FFFF'
$$;
revoke execute on function private.unspaced_characters() from public, anon, authenticated;
