set lock_timeout = '5s';
-- Written by npm run baseline from supabase/schemas, which is what one reads and changes.

-- Objects that the REST service must not reach.
create schema if not exists private;
revoke all on schema private from public;
-- Policies and readers' functions use some of its functions. No browser role may read its tables.
grant usage on schema private to authenticated;

-- Hosted projects may bring GraphQL, a second way to every table. Nothing here uses it.
drop extension if exists pg_graphql;

-- The REST service applies a role's own timeout to each of its requests. The page's reads take milliseconds.
alter role anon set statement_timeout = '2s';
alter role authenticated set statement_timeout = '2s';

-- An address as addresses are compared: A to Z in lower case, all other letters as they are. What else lower() changes
-- depends on the server: on some a Turkish İ becomes i, which is another address.
create function private.fold_address(p_email text) returns text
language sql immutable strict parallel safe set search_path = '' as $$ select lower(p_email collate "C") $$;
revoke execute on function private.fold_address(text) from public, anon, authenticated;

-- True when the running statement names a table's longest column, or all columns, at most three times; else it fails
-- with PT400. Each time that a statement names their content, fifty of the longest messages take 60 MB of the
-- database's memory, and a URL has room for a thousand names. REST services name a column once today; three, because
-- another version may word its statements otherwise and must not lock everybody out. Names of no column count too:
-- PostgreSQL takes them for functions of the whole row. A name that is compared is a filter, and takes no memory.
create function private.read_is_small(p_table regclass, p_longest name) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  named integer;
begin
  select count(*) into named
  from pg_catalog.regexp_matches(pg_catalog.current_query(), pg_catalog.format(
    '"(?:%1$s|pgrst_source)"\.(?:(\*)|"([^"]+)")(?!%3$s)|(\m%2$s\M)(?!"?%3$s)',
    (select relname from pg_catalog.pg_class where oid = p_table), p_longest,
    '\s*(?:[=<>~@!]|(?:not|is|in|i?like|similar|operator)\M)'), 'gi') as found (part)
  where part[1] is not null or part[3] is not null or part[2] = p_longest
    or not exists (select from pg_catalog.pg_attribute where attrelid = p_table and attname = part[2]);
  if named > 3 then
    raise sqlstate 'PT400' using message = 'The query asks for too much at once.',
      hint = 'Name every column once.';
  end if;
  return true;
end $$;
revoke execute on function private.read_is_small(regclass, name) from public, anon;
grant execute on function private.read_is_small(regclass, name) to authenticated;

-- Deleted chats. A chat is in public.chats or here, never in both. Its owner can restore it for ten minutes; then its
-- messages are deleted. The id stays, so that a late retry does not create the chat again.
create table private.deleted_chats (
  id uuid not null,
  user_id uuid not null,
  deleted_at timestamptz not null default clock_timestamp(),
  -- The row of public.chats. Null once the messages are deleted.
  chat jsonb,
  primary key (user_id, id)
);
create index deleted_chats_id on private.deleted_chats (id) where chat is not null;
create index deleted_chats_to_purge on private.deleted_chats (deleted_at) where chat is not null;
alter table private.deleted_chats enable row level security;
revoke all on private.deleted_chats from public, anon, authenticated;

-- The ids of the reader's deleted chats that are not purged yet. Policies and reads leave out what is in them, and call
-- this once a statement.
create function private.deleted_chats_of_reader() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select id from private.deleted_chats where user_id = (select auth.uid()) and chat is not null
$$;
revoke execute on function private.deleted_chats_of_reader() from public, anon;
grant execute on function private.deleted_chats_of_reader() to authenticated;

-- Gives everybody who signs up their row in public.users, on trial.
create function private.add_user() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.users (id) values (new.id) on conflict do nothing;
  return new;
end $$;
revoke execute on function private.add_user() from public, anon, authenticated;

-- Refuses a message whose chat does not exist, and locks the chat until the message is stored. Not a foreign key: a
-- deleted chat leaves public.chats, and its messages stay until they are purged.
create function private.check_chat_of_message() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.chats where user_id = new.user_id and id = new.chat_id for key share;
  if not found then
    raise foreign_key_violation using message = 'The chat of the message does not exist.';
  end if;
  return null;
end $$;
revoke execute on function private.check_chat_of_message() from public, anon, authenticated;

-- Records who confirmed which address when, and gives them the memberships that waited for it.
create function private.confirm_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and old.email_confirmed_at is not null
    and private.fold_address(old.email) = private.fold_address(new.email) then
    return null;
  end if;
  perform private.lock_address(private.fold_address(new.email));
  insert into private.confirmed_addresses (email, user_id, confirmed_at)
    values (private.fold_address(new.email), new.id, clock_timestamp());
  perform private.settle_memberships(
    array(select distinct membership_id from private.membership_events
      where email = private.fold_address(new.email)));
  return null;
end $$;
revoke execute on function private.confirm_address() from public, anon, authenticated;

create function private.estimate_tokens() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.estimated_tokens := private.tokens_of(new.content);
  return new;
end $$;
revoke execute on function private.estimate_tokens() from public, anon, authenticated;

-- Deletes the messages of a deleted account, also those of its deleted chats. Runs after its chats are gone.
create function private.forget_deleted_chats() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Locked before what is in them, as by their purge.
  perform from private.deleted_chats where user_id = old.id order by id for update;
  delete from private.attempts where user_id = old.id;
  delete from public.messages where user_id = old.id;
  delete from private.unindexed_chats where user_id = old.id;
  delete from private.deleted_chats where user_id = old.id;
  return null;
end $$;
revoke execute on function private.forget_deleted_chats() from public, anon, authenticated;

-- Moves a deleted chat to private.deleted_chats, unless its owner's account is being deleted. Its messages and attempts
-- stay where they are, hidden from every read. An answer that was being written ends with the failure 'gone' and keeps
-- its text; its function can only add the rest, by public.release_turn.
create function private.keep_deleted_chat() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.users where id = old.user_id) then
    return old;
  end if;
  insert into private.deleted_chats (id, user_id, chat) values (old.id, old.user_id, to_jsonb(old));
  -- Locked in the order of stop_turn.
  perform from private.attempts where user_id = old.user_id and chat_id = old.id order by id for update;
  with written as (
    delete from private.pieces where user_id = old.user_id and answer_id in (
      select id from private.attempts where user_id = old.user_id and chat_id = old.id)
    returning answer_id, position, content
  ), texts as (
    select answer_id, string_agg(content, '' order by position) as content from written group by 1
  )
  update private.attempts a
    set content = case when private.replaces_text(t.content, a.content) then t.content else a.content end,
      content_model = case when not private.replaces_text(t.content, a.content) then a.content_model end,
      claimed_until = null, waiting = 0,
      ended_at = coalesce(a.ended_at, clock_timestamp()), failure = coalesce(a.failure, 'gone'),
      failure_text = case when a.failure is null then 'This chat was deleted before the reply was complete.'
        else a.failure_text end
    from private.attempts b left join texts t on t.answer_id = b.id
    where a.user_id = old.user_id and a.chat_id = old.id and b.user_id = a.user_id and b.id = a.id;
  return old;
end $$;
revoke execute on function private.keep_deleted_chat() from public, anon, authenticated;

-- Writes private.addresses when an account's address changes.
create function private.note_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.email is null then
    delete from private.addresses where user_id = new.id;
  else
    insert into private.addresses (user_id, email)
      select id, private.fold_address(new.email) from public.users where id = new.id
      on conflict (user_id) do update set email = excluded.email where addresses.email <> excluded.email;
  end if;
  return null;
end $$;
revoke execute on function private.note_address() from public, anon, authenticated;

-- Each write of a chat, as every turn makes, purges some of what was deleted more than ten minutes ago.
create function private.purge_deleted_chats() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.purge_chats(50);
  return null;
end $$;
revoke execute on function private.purge_deleted_chats() from public, anon, authenticated;

-- Deletes the memberships that an operator granted to a deleted account. What the platform sold stays, for whoever
-- confirms its address. Locks memberships before the person's row, as everywhere.
create function private.release_memberships() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from private.memberships where user_id = old.id order by id for update;
  with granted as (
    delete from private.memberships m where user_id = old.id
      and not exists (select from private.membership_events where membership_id = m.id and source = 'platform')
    returning id
  )
  delete from private.membership_events where membership_id in (select id from granted);
  return old;
end $$;
revoke execute on function private.release_memberships() from public, anon, authenticated;

-- The capital letters besides A to Z, as Unicode 14 has them: the oldest server knows no newer ones. Letters that decompose
-- are left out.
create function private.capitals() returns text
language sql immutable parallel safe set search_path = '' as $$
  select 'ÆÐØÞĐĦŁŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄ'
    'ЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞ'
    'ԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖႠႡႢႣႤႥႦႧႨႩႪႫႬႭႮႯႰႱႲႳႴႵႶႷႸႹႺႻႼႽႾႿჀჁჂჃჄჅჇჍᎠᎡᎢᎣᎤᎥᎦᎧᎨᎩᎪᎫᎬᎭᎮᎯᎰᎱᎲᎳᎴᎵᎶᎷᎸᎹ'
    'ᎺᎻᎼᎽᎾᎿᏀᏁᏂᏃᏄᏅᏆᏇᏈᏉᏊᏋᏌᏍᏎᏏᏐᏑᏒᏓᏔᏕᏖᏗᏘᏙᏚᏛᏜᏝᏞᏟᏠᏡᏢᏣᏤᏥᏦᏧᏨᏩᏪᏫᏬᏭᏮᏯᏰᏱᏲᏳᏴᏵᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿẞỺỼỾℲↃ'
    'ⰀⰁⰂⰃⰄⰅⰆⰇⰈⰉⰊⰋⰌⰍⰎⰏⰐⰑⰒⰓⰔⰕⰖⰗⰘⰙⰚⰛⰜⰝⰞⰟⰠⰡⰢⰣⰤⰥⰦⰧⰨⰩⰪⰫⰬⰭⰮⰯⱠⱢⱣⱤⱧⱩⱫⱭⱮⱯⱰⱲⱵⱾⱿⲀⲂⲄⲆⲈⲊⲌⲎⲐⲒⲔⲖⲘⲚⲜⲞⲠⲢⲤⲦⲨⲪⲬⲮⲰⲲⲴⲶⲸⲺⲼⲾⳀⳂⳄⳆⳈⳊⳌⳎⳐⳒⳔⳖⳘⳚⳜⳞⳠ'
    'ⳢⳫⳭⳲꙀꙂꙄꙆꙈꙊꙌꙎꙐꙒꙔꙖꙘꙚꙜꙞꙠꙢꙤꙦꙨꙪꙬꚀꚂꚄꚆꚈꚊꚌꚎꚐꚒꚔꚖꚘꚚꜢꜤꜦꜨꜪꜬꜮꜲꜴꜶꜸꜺꜼꜾꝀꝂꝄꝆꝈꝊꝌꝎꝐꝒꝔꝖꝘꝚꝜꝞꝠꝢꝤꝦꝨꝪꝬꝮꝹꝻꝽꝾꞀꞂꞄꞆꞋꞍꞐꞒꞖꞘꞚꞜꞞꞠꞢꞤꞦꞨꞪꞫꞬꞭꞮꞰꞱꞲꞳꞴꞶ'
    'ꞸꞺꞼꞾꟀꟂꟄꟅꟆꟇꟉꟐꟖꟘꟵ𐐀𐐁𐐂𐐃𐐄𐐅𐐆𐐇𐐈𐐉𐐊𐐋𐐌𐐍𐐎𐐏𐐐𐐑𐐒𐐓𐐔𐐕𐐖𐐗𐐘𐐙𐐚𐐛𐐜𐐝𐐞𐐟𐐠𐐡𐐢𐐣𐐤𐐥𐐦𐐧𐒰𐒱𐒲𐒳𐒴𐒵𐒶𐒷𐒸𐒹𐒺𐒻𐒼𐒽𐒾𐒿𐓀𐓁𐓂𐓃𐓄𐓅𐓆𐓇𐓈𐓉𐓊𐓋𐓌𐓍𐓎𐓏𐓐𐓑𐓒𐓓𐕰𐕱𐕲𐕳𐕴𐕵𐕶𐕷𐕸𐕹𐕺𐕼𐕽𐕾𐕿𐖀𐖁𐖂𐖃𐖄𐖅'
    '𐖆𐖇𐖈𐖉𐖊𐖌𐖍𐖎𐖏𐖐𐖑𐖒𐖔𐖕𐲀𐲁𐲂𐲃𐲄𐲅𐲆𐲇𐲈𐲉𐲊𐲋𐲌𐲍𐲎𐲏𐲐𐲑𐲒𐲓𐲔𐲕𐲖𐲗𐲘𐲙𐲚𐲛𐲜𐲝𐲞𐲟𐲠𐲡𐲢𐲣𐲤𐲥𐲦𐲧𐲨𐲩𐲪𐲫𐲬𐲭𐲮𐲯𐲰𐲱𐲲𑢠𑢡𑢢𑢣𑢤𑢥𑢦𑢧𑢨𑢩𑢪𑢫𑢬𑢭𑢮𑢯𑢰𑢱𑢲𑢳𑢴𑢵𑢶𑢷𑢸𑢹𑢺𑢻𑢼𑢽𑢾𑢿𖹀𖹁𖹂𖹃𖹄𖹅𖹆𖹇𖹈𖹉𖹊𖹋𖹌𖹍𖹎'
    '𖹏𖹐𖹑𖹒𖹓𖹔𖹕𖹖𖹗𖹘𖹙𖹚𖹛𖹜𖹝𖹞𖹟𞤀𞤁𞤂𞤃𞤄𞤅𞤆𞤇𞤈𞤉𞤊𞤋𞤌𞤍𞤎𞤏𞤐𞤑𞤒𞤓𞤔𞤕𞤖𞤗𞤘𞤙𞤚𞤛𞤜𞤝𞤞𞤟𞤠𞤡'
$$;
revoke execute on function private.capitals() from public, anon, authenticated;

-- A decomposed text in lower case. No collation does that on every server: the oldest lacks those that the newest has, and
-- the system's own ones differ.
create function private.lower_case(p_text text) returns text
language plpgsql immutable strict parallel safe cost 500 set search_path = '' as $$
declare
  -- This collation knows A to Z only.
  lowered text := lower(p_text collate "C");
begin
  if lowered ~ ('[' || private.capitals() || ']') then
    -- translate() would compare each letter with each of these.
    lowered := (select string_agg(coalesce(jsonb_object(string_to_array(private.capitals(), null), string_to_array(
      'æðøþđħłŋœŧɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽђє'
      'ѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟ'
      'ԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆⴀⴁⴂⴃⴄⴅⴆⴇⴈⴉⴊⴋⴌⴍⴎⴏⴐⴑⴒⴓⴔⴕⴖⴗⴘⴙⴚⴛⴜⴝⴞⴟⴠⴡⴢⴣⴤⴥⴧⴭꭰꭱꭲꭳꭴꭵꭶꭷꭸꭹꭺꭻꭼꭽꭾꭿꮀꮁꮂꮃꮄꮅꮆꮇꮈꮉ'
      'ꮊꮋꮌꮍꮎꮏꮐꮑꮒꮓꮔꮕꮖꮗꮘꮙꮚꮛꮜꮝꮞꮟꮠꮡꮢꮣꮤꮥꮦꮧꮨꮩꮪꮫꮬꮭꮮꮯꮰꮱꮲꮳꮴꮵꮶꮷꮸꮹꮺꮻꮼꮽꮾꮿᏸᏹᏺᏻᏼᏽაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿßỻỽỿⅎↄ'
      'ⰰⰱⰲⰳⰴⰵⰶⰷⰸⰹⰺⰻⰼⰽⰾⰿⱀⱁⱂⱃⱄⱅⱆⱇⱈⱉⱊⱋⱌⱍⱎⱏⱐⱑⱒⱓⱔⱕⱖⱗⱘⱙⱚⱛⱜⱝⱞⱟⱡɫᵽɽⱨⱪⱬɑɱɐɒⱳⱶȿɀⲁⲃⲅⲇⲉⲋⲍⲏⲑⲓⲕⲗⲙⲛⲝⲟⲡⲣⲥⲧⲩⲫⲭⲯⲱⲳⲵⲷⲹⲻⲽⲿⳁⳃⳅⳇⳉⳋⳍⳏⳑⳓⳕⳗⳙⳛⳝⳟⳡ'
      'ⳣⳬⳮⳳꙁꙃꙅꙇꙉꙋꙍꙏꙑꙓꙕꙗꙙꙛꙝꙟꙡꙣꙥꙧꙩꙫꙭꚁꚃꚅꚇꚉꚋꚍꚏꚑꚓꚕꚗꚙꚛꜣꜥꜧꜩꜫꜭꜯꜳꜵꜷꜹꜻꜽꜿꝁꝃꝅꝇꝉꝋꝍꝏꝑꝓꝕꝗꝙꝛꝝꝟꝡꝣꝥꝧꝩꝫꝭꝯꝺꝼᵹꝿꞁꞃꞅꞇꞌɥꞑꞓꞗꞙꞛꞝꞟꞡꞣꞥꞧꞩɦɜɡɬɪʞʇʝꭓꞵꞷ'
      'ꞹꞻꞽꞿꟁꟃꞔʂᶎꟈꟊꟑꟗꟙꟶ𐐨𐐩𐐪𐐫𐐬𐐭𐐮𐐯𐐰𐐱𐐲𐐳𐐴𐐵𐐶𐐷𐐸𐐹𐐺𐐻𐐼𐐽𐐾𐐿𐑀𐑁𐑂𐑃𐑄𐑅𐑆𐑇𐑈𐑉𐑊𐑋𐑌𐑍𐑎𐑏𐓘𐓙𐓚𐓛𐓜𐓝𐓞𐓟𐓠𐓡𐓢𐓣𐓤𐓥𐓦𐓧𐓨𐓩𐓪𐓫𐓬𐓭𐓮𐓯𐓰𐓱𐓲𐓳𐓴𐓵𐓶𐓷𐓸𐓹𐓺𐓻𐖗𐖘𐖙𐖚𐖛𐖜𐖝𐖞𐖟𐖠𐖡𐖣𐖤𐖥𐖦𐖧𐖨𐖩𐖪𐖫𐖬'
      '𐖭𐖮𐖯𐖰𐖱𐖳𐖴𐖵𐖶𐖷𐖸𐖹𐖻𐖼𐳀𐳁𐳂𐳃𐳄𐳅𐳆𐳇𐳈𐳉𐳊𐳋𐳌𐳍𐳎𐳏𐳐𐳑𐳒𐳓𐳔𐳕𐳖𐳗𐳘𐳙𐳚𐳛𐳜𐳝𐳞𐳟𐳠𐳡𐳢𐳣𐳤𐳥𐳦𐳧𐳨𐳩𐳪𐳫𐳬𐳭𐳮𐳯𐳰𐳱𐳲𑣀𑣁𑣂𑣃𑣄𑣅𑣆𑣇𑣈𑣉𑣊𑣋𑣌𑣍𑣎𑣏𑣐𑣑𑣒𑣓𑣔𑣕𑣖𑣗𑣘𑣙𑣚𑣛𑣜𑣝𑣞𑣟𖹠𖹡𖹢𖹣𖹤𖹥𖹦𖹧𖹨𖹩𖹪𖹫𖹬𖹭𖹮'
      '𖹯𖹰𖹱𖹲𖹳𖹴𖹵𖹶𖹷𖹸𖹹𖹺𖹻𖹼𖹽𖹾𖹿𞤢𞤣𞤤𞤥𞤦𞤧𞤨𞤩𞤪𞤫𞤬𞤭𞤮𞤯𞤰𞤱𞤲𞤳𞤴𞤵𞤶𞤷𞤸𞤹𞤺𞤻𞤼𞤽𞤾𞤿𞥀𞥁𞥂𞥃',
      null)) ->> letter, letter), '')
    from string_to_table(lowered, null) as letter);
  end if;
  return lowered;
end $$;
revoke execute on function private.lower_case(text) from public, anon, authenticated;

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

-- What the search indexes hold of a text: its owner, its words, and of each run of characters without spaces every two
-- neighbours and the last one. Of more than 4,096 such characters they hold only a number below 4,096 for each: storing
-- 32,000 different ones with their neighbours took five times as long.
-- Each word begins with the first digit of the owner's id, so that a beginning of a word is looked for among a
-- sixteenth of all words. A word counts by its first 64 characters.
-- Positions are left out: whoever needs the order of words looks at the text.
-- Whoever writes a row runs it, the service role too.
create function private.search_words(p_user_id uuid, p_text text) returns tsvector
language plpgsql immutable strict parallel safe cost 10000 security definer set search_path = '' as $$
declare
  digit constant text := left(p_user_id::text, 1);
  spaced text := private.search_text(p_text);
  unspaced text;
  runs text;
  words text[];
begin
  if octet_length(spaced) > length(spaced) then
    unspaced := '[' || private.unspaced_characters() || ']';
  end if;
  if spaced ~ unspaced then
    -- Only the runs, each with a space after its last character.
    runs := regexp_replace(spaced, '[^ ' || substr(unspaced, 2) || '+', '', 'g');
    if length(replace(runs, ' ', '')) > 4096 then
      words := array(
        select digit || '#' || number
        from (select distinct ascii(character) % 4096 as number
          from string_to_table(runs, null) as character where character <> ' ') as numbers);
    else
      words := array(
        select case next when ' ' then digit || character else digit || character || next end
        from (select string_to_array(runs, null) as characters) as list,
          unnest(characters, characters[2:]) as neighbours (character, next) where character <> ' ');
    end if;
    spaced := regexp_replace(spaced, ' ' || unspaced || '+', '', 'g');
  end if;
  if spaced ~ '[^ ]{65}' then
    spaced := regexp_replace(spaced, '([^ ]{64})[^ ]+', '\1', 'g');
  end if;
  words := words || string_to_array(digit || replace(btrim(spaced), ' ', ' ' || digit), ' ');
  return array_to_tsvector(words || ('@' || p_user_id));
end $$;
revoke execute on function private.search_words(uuid, text) from public, anon, authenticated;
grant execute on function private.search_words(uuid, text) to service_role;

-- The characters of scripts that put no spaces between words (Thai, Lao, Burmese, Khmer, Japanese, Chinese) and of
-- symbols and emoji, for a regular expression. `supabase/functions/_shared/words-rules.ts` has the same list.
create function private.unspaced_characters() returns text
language sql immutable parallel safe set search_path = '' as $$
  select '\u0E01-\u0E4E\u0E50-\u0E59\u0E81-\u0EDF\u1000-\u109F\u1780-\u17D3\u2600-\u27BF\u2B00-\u2BFF\u2E80-\u2FFF'
    '\u3005-\u3007\u3021-\u302F\u3031-\u303C\u3041-\u30FA\u30FC-\u312F\u31A0-\u31FF\u3400-\u9FFF\uF900-\uFAFF'
    '\U0001F000-\U0001FAFF\U00020000-\U0003FFFF'
$$;
revoke execute on function private.unspaced_characters() from public, anon, authenticated;

-- Members: one row per account of the sign-in service. private.show_membership writes the columns membership_*.
create table public.users (
  id uuid primary key references auth.users (id) on delete cascade,
  membership_status text not null default 'trial'
    constraint users_membership_status_known
      check (membership_status in ('trial', 'active', 'expired', 'cancelled')),
  membership_started_at timestamptz,
  membership_ended_at timestamptz,
  -- The payment platform's id of the membership.
  membership_id text,
  -- When the newest event of the membership happened.
  membership_event_at timestamptz,
  -- When the next payment is due; past while it is overdue. Null when the membership does not renew.
  membership_renews_at timestamptz,
  -- Where the payer manages the membership.
  membership_manage_url text
    constraint users_membership_manage_url_is_https check (membership_manage_url like 'https://%'),
  -- What the person asks of all models; null for nothing.
  instructions text constraint users_instructions_short check (length(instructions) between 1 and 2000)
);

alter table public.users enable row level security;
revoke all on public.users from anon, authenticated;
grant select on public.users to authenticated;

create policy "members read their own user" on public.users
  for select to authenticated using (id = (select auth.uid()));

create trigger add_user after insert on auth.users
  for each row execute function private.add_user();

-- Triggers fire in the order of their names: these two after add_user.
create trigger confirm_address after insert or update of email, email_confirmed_at on auth.users
  for each row when (new.email is not null and new.email_confirmed_at is not null)
  execute function private.confirm_address();

create trigger note_address after insert or update of email on auth.users
  for each row execute function private.note_address();

create trigger release_memberships before delete on auth.users
  for each row execute function private.release_memberships();

-- After the foreign keys have deleted the person's chats.
create trigger forget_deleted_chats after delete on public.users
  for each row execute function private.forget_deleted_chats();

-- For people who signed up before this database had these tables.
insert into public.users (id) select id from auth.users;

-- Instructions that models were given, each text once per member, so that a reply's stay known after a change. The
-- current ones are in public.users.
create table public.instructions (
  user_id uuid not null references public.users (id) on delete cascade,
  -- A hash of the text: see private.instructions_to_give.
  id uuid not null,
  content text not null,
  primary key (user_id, id)
);

alter table public.instructions enable row level security;
revoke all on public.instructions from anon, authenticated;
grant select on public.instructions to authenticated;

create policy "members read their own instructions" on public.instructions
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.read_is_small('public.instructions', 'content')));

-- Everybody's address as private.fold_address writes it, to find a person by it with an index. auth.users belongs to
-- the sign-in service and takes no index of ours.
create table private.addresses (
  user_id uuid primary key references public.users (id) on delete cascade,
  email text not null
);
alter table private.addresses enable row level security;
revoke all on private.addresses from public, anon, authenticated;
create index addresses_email on private.addresses (email);

insert into private.addresses (user_id, email) select id, private.fold_address(email) from auth.users
  where email is not null;

-- Conversations. One without a title is shown as 'New conversation'.
create table public.chats (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null references public.users (id) on delete cascade,
  title text constraint chats_title_short check (length(title) between 1 and 200),
  -- The question whose first line is the title, until a person or a model names the chat.
  titled_by uuid,
  -- The model that the next question is put to.
  model text not null default 'chatgpt-4'
    constraint chats_model_known check (model in ('chatgpt-4', 'chatgpt-5', 'grok', 'claude-4')),
  -- The time of the newest message; null while there is none.
  last_message_at timestamptz,
  -- The time of the newest answer; null while there is none. Copies and comparisons do not count.
  last_answer_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  -- Where the chat began as a copy: its source, which may be deleted by now.
  copied_from_chat uuid,
  copied_from_message uuid,
  -- The answer that the member chose among several. It counts while its question is the last.
  chosen_answer uuid,
  -- Up to when the member has seen the chat's answers, on any device. Null counts as all.
  seen_at timestamptz,
  -- The owner comes first, here and wherever a chat is looked up, so that the table can be partitioned by owner.
  primary key (user_id, id),
  -- No two members have a chat of the same id. A partitioned table could not enforce this.
  constraint chats_id_key unique (id)
) with (fillfactor = 85);

-- The order of the chat list.
create index chats_newest_first on public.chats (user_id, last_message_at desc, created_at desc, id desc);

-- For the search in titles.
create index chats_search on public.chats using gin (private.search_words(user_id, title))
  with (gin_pending_list_limit = 512);
alter index public.chats_search alter column 1 set statistics 0;

alter table public.chats enable row level security;
revoke all on public.chats from anon, authenticated;
grant select, delete on public.chats to authenticated;

create policy "members read their own chats" on public.chats
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.read_is_small('public.chats', 'title')));

create policy "members delete their own chats" on public.chats
  for delete to authenticated using (user_id = (select auth.uid()));

create trigger keep_deleted_chat before delete on public.chats
  for each row execute function private.keep_deleted_chat();

create trigger purge_deleted_chats after insert or update or delete on public.chats
  for each statement execute function private.purge_deleted_chats();

-- Questions (inbound, of the user) and their answers (outbound, of the assistant). A question may have several.
create table public.messages (
  id uuid not null default gen_random_uuid(),
  chat_id uuid not null,
  -- The chat's owner again, so that row-level security needs no join.
  user_id uuid not null,
  -- Later than that of every older message of the chat.
  created_at timestamptz not null,
  direction text not null
    constraint messages_direction_known check (direction in ('inbound', 'outbound')),
  role text not null
    constraint messages_role_known check (role in ('user', 'assistant')),
  content text not null constraint messages_content_present check (content <> ''),
  -- On an answer: the model that wrote it.
  model text
    constraint messages_model_known check (model in ('chatgpt-4', 'chatgpt-5', 'grok', 'claude-4')),
  -- On an answer: its question.
  reply_to uuid,
  -- On an answer: when the person stopped it.
  stopped_at timestamptz,
  -- On a question: the answer before it that the person goes on from; null when there was none.
  follows uuid,
  -- On an answer: the provider's own name of the model.
  provider_model text,
  -- On an answer: when the provider was asked, and how long the first text and the whole took.
  asked_at timestamptz,
  first_text_ms integer,
  took_ms integer,
  -- On an answer: what the provider counted. The cached tokens are part of the input tokens.
  input_tokens integer,
  cached_tokens integer,
  output_tokens integer,
  -- On an answer: the first message that the model was given; null when it was given the whole conversation.
  context_from uuid,
  -- About how many tokens the content has. Stored, so that counting them does not read long contents.
  estimated_tokens integer,
  -- True while the search index lacks it, as a copied or imported message; else null. Its chat is in
  -- private.unindexed_chats.
  search_later boolean,
  -- On a question: the answers that were asked for together with it, in their order on the screen, as a list of
  -- {answerId, model}. Null where one model was asked.
  asked_together jsonb,
  -- On a question: when each model last declined to answer it, as an object of times by model.
  refusals jsonb,
  -- On a comparison: the answers that it is about; a second opinion has one. It is no answer: no model is given it, and
  -- no question follows it. Null on every other message.
  compares uuid[]
    constraint messages_compare_some
      check (compares is null or role = 'assistant' and cardinality(compares) between 1 and 12),
  -- How many tokens of these the model was given; null when it was given all.
  compared_tokens integer,
  -- On an answer: the text of public.instructions that the model was given. Null where it was given none.
  instructions_id uuid,
  -- The owner comes first, here and wherever a message is looked up, so that the table can be partitioned by owner.
  primary key (user_id, id),
  -- No two members have a message of the same id. A partitioned table could not enforce this.
  constraint messages_id_key unique (id),
  constraint messages_question_fkey
    foreign key (user_id, reply_to) references public.messages (user_id, id) on delete cascade,
  constraint messages_role_matches_direction check ((direction = 'inbound') = (role = 'user')),
  constraint messages_only_replies_reply check ((role = 'assistant') = (reply_to is not null)),
  -- Its index also gives a chat's messages in order, and the pages of a long chat.
  constraint messages_one_order_per_chat unique (user_id, chat_id, created_at)
) with (fillfactor = 85);

create index messages_of_question on public.messages (user_id, reply_to);

-- All messages of a person, newest first. All have content, but only a read with this condition uses the index: a read
-- of one chat would otherwise choose it, and walk through newer messages of other chats.
create index messages_newest_first on public.messages (user_id, created_at) where content <> '';

-- For the search. New words wait in a list of at most half a megabyte, so that storing a message writes to one place
-- and not to a hundred. No statistics: they take seconds to gather, and no query needs them.
create index messages_search on public.messages using gin (private.search_words(user_id, content))
  with (gin_pending_list_limit = 512) where search_later is null and compares is null;
alter index public.messages_search alter column 1 set statistics 0;

-- A chat has one owner. Without this the planner thinks otherwise, and reads a whole chat for one message.
create statistics public.messages_owner_of_chat (dependencies) on user_id, chat_id from public.messages;

alter table public.messages enable row level security;
revoke all on public.messages from anon, authenticated;
grant select on public.messages to authenticated;

create policy "members read their own messages" on public.messages
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.read_is_small('public.messages', 'content'))
    and chat_id not in (select private.deleted_chats_of_reader()));

create trigger check_chat_of_message after insert on public.messages
  for each row execute function private.check_chat_of_message();

-- Always, because a dump is loaded with triggers switched off. Only on insert, because a content never changes.
create trigger estimate_tokens before insert on public.messages
  for each row when (new.estimated_tokens is null) execute function private.estimate_tokens();
alter table public.messages enable always trigger estimate_tokens;

-- Answers that are no messages yet: asked for, being written, stopped or broken off. Deleted when the answer is stored.
create table private.attempts (
  user_id uuid not null,
  -- The answer's id, also as a message.
  id uuid not null,
  chat_id uuid not null,
  question_id uuid not null,
  model text not null
    constraint attempts_model_known check (model in ('chatgpt-4', 'chatgpt-5', 'grok', 'claude-4')),
  -- The newest claim. A function names it to renew or release it, or to store the answer. Null while only asked for.
  claim_id uuid,
  -- When the claim runs out unless it is renewed; null when there is none.
  claimed_until timestamptz,
  -- How many requests wait for this answer while another one writes it.
  waiting smallint not null default 0,
  -- When the person pressed Stop.
  stopped_at timestamptz,
  -- When the newest try began; before the first, when the answer was asked for.
  started_at timestamptz not null,
  -- When and why it broke off: an error code, or 'stopped'. Null until then.
  ended_at timestamptz,
  failure text,
  -- The longest text of the tries that broke off.
  content text,
  -- The first message that the model is given; null when it is given the whole conversation.
  context_from uuid,
  -- The text of the error that the person got.
  failure_text text,
  -- The model that wrote the content in an earlier try; null when there is none, or the newest try wrote it.
  content_model text,
  -- Of a comparison: its answers, and how many tokens of them the model is given; see public.messages.
  compares uuid[],
  compared_tokens integer,
  -- The instructions that the model is given; see public.messages.
  instructions_id uuid,
  primary key (user_id, id),
  constraint attempts_id_key unique (id),
  constraint attempts_question_fkey
    foreign key (user_id, question_id) references public.messages (user_id, id) on delete cascade
) with (fillfactor = 50);

create index attempts_of_question on private.attempts (user_id, question_id);
create index attempts_of_chat on private.attempts (user_id, chat_id);

alter table private.attempts enable row level security;
revoke all on private.attempts from public, anon, authenticated;

-- Parts of an answer's text, stored while it is written, so that every page of its owner can show it. Deleted when the
-- answer is stored or breaks off.
create table private.pieces (
  user_id uuid not null,
  answer_id uuid not null,
  -- From 1 on.
  position integer not null,
  content text not null,
  primary key (user_id, answer_id, position),
  constraint pieces_attempt_fkey
    foreign key (user_id, answer_id) references private.attempts (user_id, id) on delete cascade
);

alter table private.pieces enable row level security;
revoke all on private.pieces from public, anon, authenticated;

-- The body of public.open_answers, which alone calls it: the reader may not read private tables. The database's clock
-- says what is running.
create function private.open_answers_of_reader(p_chat_id uuid, p_known jsonb, p_after uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  reader constant uuid := auth.uid();
  -- The embedded REST service passes JSON to a real PostgreSQL as a JSON string.
  known constant jsonb := case jsonb_typeof(p_known) when 'string' then (p_known #>> '{}')::jsonb else p_known end;
  known_ids constant uuid[] := case when jsonb_typeof(known) = 'object'
    then array(select id::uuid from jsonb_object_keys(known) id limit 101) end;
begin
  if known_ids is null or cardinality(known_ids) > 100 then
    raise sqlstate 'PT400' using message = 'The query asks for too much at once.',
      hint = 'p_known is an object of at most 100 answers.';
  end if;
  return coalesce((select jsonb_agg(to_jsonb(answers) order by answers.id) from (
    select a.id, a.chat_id, a.question_id, a.model, s.status,
      case when t.text is not null and not i.is_new then coalesce(a.content_model, a.model) else a.model end as writer,
      case when a.failure = 'gone' and t.text is null then null else a.failure_text end as reason,
      a.failure as code, a.started_at as asked_at, a.context_from, a.compares, a.compared_tokens,
      a.instructions_id,
      t.text_id,
      case when n.is_asked_for then n.text_from end as text_from,
      case when n.is_asked_for then substr(t.text, n.text_from + 1) end as text
    from private.attempts a
      cross join lateral (select case
        when a.claimed_until > statement_timestamp() then 'running'
        when a.stopped_at is not null then 'stopped'
        when a.claim_id is null and a.ended_at is null then 'asked'
        else 'failed' end) s (status)
      cross join lateral (select string_agg(p.content, '' order by p.position) from private.pieces p
        where p.user_id = a.user_id and p.answer_id = a.id) w (content)
      cross join lateral (select
        w.content is not null and (s.status = 'running' or private.replaces_text(w.content, a.content))) i (is_new)
      cross join lateral (select case when i.is_new then w.content else a.content end,
        (extract(epoch from a.started_at) * 1000000)::bigint
          * case when i.is_new or a.content_model is null then 1 else -1 end) t (text, text_id)
      cross join lateral (select known -> a.id::text) k (part)
      cross join lateral (select k.part is distinct from 'null', case
        when (k.part ->> 0)::bigint = t.text_id then greatest(0, (k.part ->> 1)::integer) else 0 end
      ) n (is_asked_for, text_from)
    where a.user_id = reader and a.id > p_after and a.chat_id not in (select private.deleted_chats_of_reader())
      and (a.chat_id = p_chat_id or p_chat_id is null and (s.status in ('running', 'asked') or a.id = any (known_ids)))
    order by a.id limit 50
  ) answers), '[]');
end $$;
revoke execute on function private.open_answers_of_reader(uuid, jsonb, uuid) from public, anon, authenticated;
grant execute on function private.open_answers_of_reader(uuid, jsonb, uuid) to authenticated;

-- The reader's answers that are no messages yet, by id, at most 50 after p_after: those of a chat, or without p_chat_id
-- those that are asked for or running, and those that p_known names.
-- p_known: what the reader has of their texts, as {answer id: [text_id, length in characters]}, with null for a text
-- that the reader does not need. A text that is not named is returned from its beginning. 100 ids at most, else it
-- fails with PT400.
-- Returns a list. status: asked (nobody has begun it), running, stopped (by the person, and nothing is stored of it),
-- failed. text: what comes after the first text_from characters; null where nothing was written. text_id: another one
-- for the text of a new try. writer: the model that wrote the text. reason and code: the text and the code of the error
-- that the person got.
create function public.open_answers(
  p_chat_id uuid default null, p_known jsonb default '{}', p_after uuid default '00000000-0000-0000-0000-000000000000'
) returns jsonb
language sql stable set search_path = '' as $$
  select private.open_answers_of_reader(p_chat_id, p_known, p_after)
$$;
revoke execute on function public.open_answers(uuid, jsonb, uuid) from public, anon, service_role;
grant execute on function public.open_answers(uuid, jsonb, uuid) to authenticated;

-- Chats with messages that the search index lacks, because they were copied or imported. Deleted chats stay until they
-- are purged, because they may be restored.
create table private.unindexed_chats (
  user_id uuid not null,
  chat_id uuid not null,
  -- Messages older than this are not in the index where they have search_later.
  before timestamptz not null default 'infinity',
  primary key (user_id, chat_id)
);
alter table private.unindexed_chats enable row level security;
revoke all on private.unindexed_chats from public, anon, authenticated;

-- How much a member has used in the current minute and day, for the limits. A table of its own, so that deleting chats
-- does not reset it.
create table private.usage (
  user_id uuid not null references public.users (id) on delete cascade,
  kind text not null
    constraint usage_kind_known check (kind in ('turns_minute', 'turns_day', 'chats_minute', 'searches_minute',
      'imported_messages_day', 'imported_kb_day')),
  started_at timestamptz not null,
  used integer not null,
  primary key (user_id, kind)
);
alter table private.usage enable row level security;
revoke all on private.usage from public, anon, authenticated;

-- Imports of chats, each under an id that its page chose. For ten minutes after its newest batch it can be undone.
create table private.imports (
  user_id uuid not null references public.users (id) on delete cascade,
  id uuid not null,
  newest_at timestamptz not null,
  -- Once true, a late batch is refused.
  is_undone boolean not null default false,
  -- False once its rows of private.imported_pieces are purged.
  is_open boolean not null default true,
  primary key (user_id, id)
);
create index imports_to_close on private.imports (newest_at) where is_open;
alter table private.imports enable row level security;
revoke all on private.imports from public, anon, authenticated;

-- What each batch of an import added, until the import can no longer be undone.
create table private.imported_pieces (
  id bigint generated always as identity primary key,
  user_id uuid not null,
  import_id uuid not null,
  chat_id uuid not null,
  -- The chat's key in its source.
  chat_key text not null,
  -- Whether this batch created the chat.
  is_new boolean not null,
  message_ids uuid[] not null,
  -- The chat's chosen answer before this batch.
  chosen_before uuid,
  constraint imported_pieces_import_fkey
    foreign key (user_id, import_id) references private.imports (user_id, id) on delete cascade
);
create index imported_pieces_of_import on private.imported_pieces (user_id, import_id, chat_id);
alter table private.imported_pieces enable row level security;
revoke all on private.imported_pieces from public, anon, authenticated;

-- One row per membership: what the newest event about it says, and whose it is.
create table private.memberships (
  -- The payment platform's id. One that an operator granted without naming an id begins with 'hand:'.
  id text primary key,
  -- Null while it is nobody's; see private.membership_owner.
  user_id uuid references public.users (id) on delete set null,
  email text,
  product text,
  plan text,
  status text not null
    constraint memberships_status_known check (status in ('trial', 'active', 'expired', 'cancelled')),
  started_at timestamptz,
  -- When the next payment is due; past while it is overdue. Null when it does not renew.
  renews_at timestamptz,
  -- When it stops being active, the grace after the paid period included. Null for never.
  ended_at timestamptz,
  -- The page where its payer manages it.
  manage_url text constraint memberships_manage_url_is_https check (manage_url like 'https://%'),
  -- Who the newest event comes from.
  source text not null constraint memberships_source_known check (source in ('platform', 'hand')),
  -- When that event happened.
  event_at timestamptz not null
);
alter table private.memberships enable row level security;
revoke all on private.memberships from public, anon, authenticated;
create index memberships_user_id on private.memberships (user_id);

-- Every event about a membership. private.memberships follows from these rows, in whatever order they arrived.
create table private.membership_events (
  -- The platform's webhook-id, or an id of ours where there is none.
  id text primary key,
  membership_id text not null,
  received_at timestamptz not null default clock_timestamp(),
  -- When the platform last changed the membership. Orders its events.
  happened_at timestamptz not null,
  source text not null constraint membership_events_source_known check (source in ('platform', 'hand')),
  type text not null,
  -- False for another product of the platform. Such an event names no person.
  sold boolean not null default true,
  -- The person the checkout was opened for, or whom an operator named.
  member uuid,
  email text,
  product text,
  plan text,
  status text not null
    constraint membership_events_status_known check (status in ('trial', 'active', 'expired', 'cancelled')),
  started_at timestamptz,
  renews_at timestamptz,
  ended_at timestamptz,
  manage_url text constraint membership_events_manage_url_is_https check (manage_url like 'https://%')
);
alter table private.membership_events enable row level security;
revoke all on private.membership_events from public, anon, authenticated;
create index membership_events_membership_id on private.membership_events (membership_id, happened_at);
create index membership_events_email on private.membership_events (email);

-- Who confirmed which address when. Addresses that somebody no longer uses stay: they may have paid with one.
create table private.confirmed_addresses (
  email text not null,
  user_id uuid not null references public.users (id) on delete cascade,
  confirmed_at timestamptz not null,
  primary key (email, user_id, confirmed_at)
);
alter table private.confirmed_addresses enable row level security;
revoke all on private.confirmed_addresses from public, anon, authenticated;
create index confirmed_addresses_user_id on private.confirmed_addresses (user_id);

insert into private.confirmed_addresses (email, user_id, confirmed_at)
  select private.fold_address(email), id, email_confirmed_at from auth.users
  where email is not null and email_confirmed_at is not null;

-- One row per ended turn, for the operator. It names no person and holds no text. Deleted after 90 days.
create table private.ended_turns (
  id bigint generated always as identity primary key,
  ended_at timestamptz not null default clock_timestamp(),
  model text not null,
  -- Null for a whole answer; else an error code, or 'stopped'.
  failure text,
  -- Milliseconds until the first text; null when there was none.
  first_text_ms integer,
  input_tokens integer,
  -- Of the input tokens, those that the provider had cached.
  cached_tokens integer,
  output_tokens integer
);
create index ended_turns_ended_at on private.ended_turns (ended_at);
alter table private.ended_turns enable row level security;
revoke all on private.ended_turns from public, anon, authenticated;

-- Inserts an answer or a comparison as the newest message of its chat, and returns it with its time. The caller holds
-- the chat's lock.
create function private.add_answer(p_message public.messages) returns public.messages
language plpgsql set search_path = '' as $$
begin
  select private.next_moment(last_message_at) into p_message.created_at
    from public.chats where user_id = p_message.user_id and id = p_message.chat_id;
  insert into public.messages select p_message.* returning * into p_message;
  update public.chats set last_message_at = p_message.created_at,
      last_answer_at = case when p_message.compares is null then p_message.created_at else last_answer_at end,
      seen_at = case when p_message.compares is null then coalesce(seen_at, last_answer_at, created_at) else seen_at end
    where user_id = p_message.user_id and id = p_message.chat_id;
  return p_message;
end $$;
revoke execute on function private.add_answer(public.messages) from public, anon, authenticated;

-- Adds an event and settles its membership. False when the event is known already, unless its product was not sold then
-- and is now.
create function private.add_membership_event(p_event private.membership_events) returns boolean
language plpgsql set search_path = '' as $$
begin
  p_event.received_at := clock_timestamp();
  insert into private.membership_events select p_event.* on conflict (id) do update set
    happened_at = excluded.happened_at,
    type = excluded.type,
    sold = excluded.sold,
    member = excluded.member,
    email = excluded.email,
    product = excluded.product,
    plan = excluded.plan,
    status = excluded.status,
    started_at = excluded.started_at,
    renews_at = excluded.renews_at,
    ended_at = excluded.ended_at,
    manage_url = excluded.manage_url
  where excluded.sold and not membership_events.sold and membership_events.membership_id = excluded.membership_id;
  if not found then
    return false;
  end if;
  insert into private.memberships (id, status, source, event_at)
    values (p_event.membership_id, p_event.status, p_event.source, p_event.happened_at) on conflict do nothing;
  perform private.settle_memberships(array[p_event.membership_id]);
  return true;
end $$;
revoke execute on function private.add_membership_event(private.membership_events) from public, anon, authenticated;

-- Which answer to the chat's last question a new question follows: p_follows, else the one that the member chose, else
-- the newest; null when there is none. With p_unless_chosen the chosen one comes before p_follows. p_follows is ignored
-- when it answers an earlier question: another one has come in since its page sent. The caller holds the chat's lock.
create function private.answer_to_follow(p_chat public.chats, p_follows uuid, p_unless_chosen boolean) returns uuid
language plpgsql stable set search_path = '' as $$
declare
  answers uuid[];
begin
  answers := array(select a.id from public.messages a
    where a.user_id = p_chat.user_id and a.compares is null and a.reply_to = (
      select q.id from public.messages q
      where q.user_id = p_chat.user_id and q.chat_id = p_chat.id and q.role = 'user'
      order by q.created_at desc limit 1)
    order by a.created_at desc);
  if p_follows = any (answers) and not (p_unless_chosen and coalesce(p_chat.chosen_answer = any (answers), false)) then
    return p_follows;
  elsif p_chat.chosen_answer = any (answers) then
    return p_chat.chosen_answer;
  end if;
  return answers[1];
end $$;
revoke execute on function private.answer_to_follow(public.chats, uuid, boolean) from public, anon, authenticated;

-- The version of the newest migration, by the history of the Supabase CLI and `npm start`; null when it is not known.
create function private.applied_migration() returns text
language plpgsql stable set search_path = '' as $$
declare
  newest text;
begin
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    execute 'select max(version) from supabase_migrations.schema_migrations' into newest;
  end if;
  return newest;
exception when insufficient_privilege or undefined_column then
  return null;
end $$;
revoke execute on function private.applied_migration() from public, anon, authenticated;

-- The attempt to claim for a question that nobody is answering under p_answer_id: the stored one, or a new one, which
-- is not stored yet. A row of nulls when an id of the request is used for something else, when p_compares names what is
-- no whole answer to the question, or when the question takes no more: it has 12, or it has some and another question
-- has followed.
-- p_compares: of a comparison, its answers. A question takes another 12 comparisons. The caller holds the chat's lock.
create function private.attempt_for(p_question public.messages, p_is_new boolean, p_answer_id uuid, p_compares uuid[])
returns private.attempts
language plpgsql set search_path = '' as $$
declare
  attempt private.attempts;
  others integer := 0;
  -- The ids that are to be new.
  ids uuid[] := array(
    select (answer ->> 'answerId')::uuid from jsonb_array_elements(p_question.asked_together) answer where p_is_new);
begin
  if not exists (
    select from private.attempts
    where user_id = p_question.user_id and id = p_answer_id and question_id = p_question.id
      and compares is not distinct from p_compares
  ) then
    ids := ids || p_answer_id;
  end if;
  if p_question.id = any (ids)
    or private.ids_are_taken(case when p_is_new then ids || p_question.id else ids end) then
    return null;
  end if;

  if p_compares is not null and (p_is_new or cardinality(p_compares) <> (
    select count(*) from public.messages
    where user_id = p_question.user_id and reply_to = p_question.id and id = any (p_compares)
      and stopped_at is null and compares is null)) then
    return null;
  end if;

  if not p_is_new then
    select * into attempt from private.attempts
      where user_id = p_question.user_id and question_id = p_question.id and id = coalesce(p_answer_id, id)
        and compares is not distinct from p_compares
      order by started_at desc limit 1;
    if attempt.id is not null then
      return attempt;
    end if;
    select count(*) into others from (
      select compares from public.messages where user_id = p_question.user_id and reply_to = p_question.id
      union all
      select compares from private.attempts where user_id = p_question.user_id and question_id = p_question.id
    ) answers where (compares is null) = (p_compares is null);
  end if;
  if others >= 12 or others > 0 and p_compares is null and exists (
    select from public.messages where user_id = p_question.user_id and chat_id = p_question.chat_id
      and created_at > p_question.created_at and role = 'user'
  ) then
    return null;
  end if;
  attempt.user_id := p_question.user_id;
  attempt.id := coalesce(p_answer_id, private.new_id());
  attempt.chat_id := p_question.chat_id;
  attempt.question_id := p_question.id;
  attempt.compares := p_compares;
  return attempt;
end $$;
revoke execute on function private.attempt_for(public.messages, boolean, uuid, uuid[]) from public, anon, authenticated;

-- Stores a question, or asks a stored one again, and claims its answer for p_lease.
-- Locks: member, chat, attempt, as everywhere. The first two only when there is an answer to claim.
-- p_starts_chat: p_chat_id is to be new; otherwise it must be a chat of the member. p_title names an untitled chat.
-- p_budgets: how many tokens each model is given. p_model: null for the model of the chat.
-- p_answer_id: the answer's id; null for the newest one, the one that runs, the one that broke off, or a new one.
-- p_follows, p_unless_chosen: what a new question follows; see private.answer_to_follow.
-- p_together: with a new question, the answers that are asked for together; see public.messages. The others are stored
-- as attempts that nobody has claimed: whoever sees them may ask for them.
-- p_compares: for a comparison, the ids of whole answers to a stored question, each once; p_answer_id is its own id.
-- p_from_chat, p_from_message: a question of the member; a new chat begins with copies of what is before it.
-- p_may_be_new: false for a question that is longer than a new one may be.
-- Outcomes:
--   begun: with chat, question, answer, claim, history (oldest first), context_from, left (the turns_left of
--     private.take_turn), unnamed (the title is the question's first line), instructions and instructions_id (null for a
--     comparison), compared (in the order of p_compares) and compared_tokens.
--   answered: with chat, question, reply.
--   running: another request is answering, and this one is counted as waiting; with chat, question, answer.
--   crowded: three wait already.
--   inactive.
--   not_found: the chat, or p_from_message.
--   conflict: an id is used for something else, the question takes no more answers, or p_compares names what is no whole
--     answer to it.
--   gone: the member has deleted the chat; without p_starts_chat, in the last ten minutes.
--   limited: with retry_after, in seconds.
--   too_long: neither stored, nor p_may_be_new.
create function public.begin_turn(
  p_user_id uuid, p_chat_id uuid, p_starts_chat boolean, p_question_id uuid, p_content text, p_title text,
  p_turns_per_minute integer, p_turns_per_day integer, p_chats_per_minute integer, p_lease interval, p_budgets jsonb,
  p_model text default null, p_answer_id uuid default null, p_follows uuid default null,
  p_from_chat uuid default null, p_from_message uuid default null, p_unless_chosen boolean default false,
  p_together jsonb default null, p_compares jsonb default null, p_may_be_new boolean default true
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  member public.users;
  chat public.chats;
  question public.messages;
  source public.messages;
  attempt private.attempts;
  taken record;
  history jsonb;
  -- The embedded REST service passes JSON to a real PostgreSQL as a JSON string, here and below.
  budgets constant jsonb := case jsonb_typeof(p_budgets) when 'string'
    then (p_budgets #>> '{}')::jsonb else p_budgets end;
  compared_ids constant uuid[] := (
    select array_agg(id::uuid order by place) from jsonb_array_elements_text(case jsonb_typeof(p_compares)
      when 'string' then (p_compares #>> '{}')::jsonb else p_compares end) with ordinality ids (id, place));
  compared jsonb;
  tokens integer;
  instructed record;
  budget integer;
  standing jsonb;
  is_new boolean;
begin
  select * into question from public.messages
    where user_id = p_user_id and id = p_question_id and chat_id = p_chat_id and role = 'user' and content = p_content;
  if question.id is not null then
    select * into member from public.users where id = p_user_id;
    if private.membership_is_active(member) then
      standing := private.standing_of(question, p_answer_id, compared_ids);
    end if;
    if standing is not null then
      return standing;
    end if;
  elsif not p_may_be_new then
    return jsonb_build_object('outcome', 'too_long');
  end if;

  select * into member from public.users where id = p_user_id for no key update;
  if member.id is null or not private.membership_is_active(member) then
    return jsonb_build_object('outcome', 'inactive');
  end if;

  select * into chat from public.chats where user_id = p_user_id and id = p_chat_id for update;
  if chat.id is null and not p_starts_chat then
    return jsonb_build_object('outcome', case when exists (
      select from private.deleted_chats where user_id = p_user_id and id = p_chat_id
        and deleted_at > clock_timestamp() - interval '10 minutes') then 'gone' else 'not_found' end);
  elsif chat.id is null and private.chat_is_deleted(p_user_id, p_chat_id) then
    return jsonb_build_object('outcome', 'gone');
  elsif chat.id is null and private.chat_id_is_taken(p_chat_id) then
    return jsonb_build_object('outcome', 'conflict');
  end if;

  select * into question from public.messages where id = p_question_id;
  is_new := question.id is null;
  -- A question that may not be new was stored when this began.
  if is_new and (chat.id is not null and p_starts_chat or not p_may_be_new)
    or not is_new and (question.user_id, question.chat_id, question.role, question.content)
      is distinct from (p_user_id, chat.id, 'user', p_content) then
    return jsonb_build_object('outcome', 'conflict');
  end if;

  if is_new then
    question.id := p_question_id;
    question.chat_id := p_chat_id;
    question.user_id := p_user_id;
    question.asked_together := case jsonb_typeof(p_together) when 'string'
      then (p_together #>> '{}')::jsonb else p_together end;
  else
    standing := private.standing_of(question, p_answer_id, compared_ids);
    if standing is not null then
      return standing;
    end if;
  end if;

  if chat.id is null and p_from_message is not null then
    select * into source from public.messages
      where user_id = p_user_id and id = p_from_message and chat_id = p_from_chat and role = 'user'
        and private.has_chat(p_user_id, p_from_chat);
    if source.id is null then
      return jsonb_build_object('outcome', 'not_found');
    end if;
  elsif is_new and chat.id is not null then
    question.follows := private.answer_to_follow(chat, p_follows, p_unless_chosen);
  end if;
  if is_new and p_follows is distinct from question.follows and p_follows is not null and not exists (
    select from public.messages
      where user_id = p_user_id and id = p_follows and chat_id = chat.id and role = 'assistant'
        and compares is null
  ) then
    return jsonb_build_object('outcome', 'conflict');
  end if;

  attempt := private.attempt_for(question, is_new, p_answer_id, compared_ids);
  if attempt.id is null then
    return jsonb_build_object('outcome', 'conflict');
  end if;

  taken := private.take_turn(p_user_id, p_turns_per_minute, p_turns_per_day,
    case when chat.id is null then p_chats_per_minute end);
  if taken.wait > 0 then
    return jsonb_build_object('outcome', 'limited', 'retry_after', taken.wait);
  end if;

  -- Inserted with all that it has: a second write would change its indexes again.
  if chat.id is null and source.id is null then
    question.created_at := clock_timestamp();
    insert into public.chats (id, user_id, title, titled_by, model, created_at, last_message_at)
      values (p_chat_id, p_user_id, p_title, p_question_id, coalesce(p_model, 'chatgpt-4'), question.created_at, question.created_at)
      returning * into chat;
    history := jsonb_build_array(jsonb_build_object('role', 'user', 'content', p_content));
  elsif chat.id is null then
    insert into public.chats (id, user_id, title, titled_by, model, copied_from_chat, copied_from_message)
      values (p_chat_id, p_user_id, p_title, p_question_id, coalesce(p_model, 'chatgpt-4'), source.chat_id, source.id);
    -- The largest budget, because any model may be asked later.
    perform private.copy_messages(p_chat_id, source, (select max(value::integer) from jsonb_each_text(budgets)));
    update public.chats set last_message_at = private.next_moment(last_message_at)
      where user_id = p_user_id and id = p_chat_id
      returning * into chat;
    question.created_at := chat.last_message_at;
  elsif is_new then
    question.created_at := private.next_moment(chat.last_message_at);
    update public.chats
      set title = coalesce(title, p_title), titled_by = case when title is null then p_question_id else titled_by end,
        model = coalesce(p_model, model), last_message_at = question.created_at
      where user_id = p_user_id and id = p_chat_id
      returning * into chat;
  end if;
  if is_new then
    insert into public.messages (id, chat_id, user_id, created_at, direction, role, content, follows, asked_together)
      values (p_question_id, p_chat_id, p_user_id, question.created_at, 'inbound', 'user', p_content, question.follows,
        question.asked_together)
      returning * into question;
    insert into private.attempts (user_id, id, chat_id, question_id, model, started_at)
      select p_user_id, (answer ->> 'answerId')::uuid, p_chat_id, p_question_id, answer ->> 'model', clock_timestamp()
      from jsonb_array_elements(question.asked_together) answer
      where (answer ->> 'answerId')::uuid <> p_answer_id;
  end if;

  attempt.model := coalesce(p_model, attempt.model, chat.model);
  budget := (budgets ->> attempt.model)::integer;
  if compared_ids is null then
    select * into instructed from private.instructions_to_give(member);
    attempt.instructions_id := instructed.id;
    budget := greatest(0, budget - coalesce(instructed.tokens, 0));
  end if;
  if compared_ids is not null then
    -- The answers, and 1,000 tokens of what to do with them, get half of the budget where they need it, more beside a
    -- short conversation, and an eighth beside a question that fills it alone. What does not fit is cut.
    select jsonb_agg(jsonb_build_object('model', m.model, 'content', m.content) order by array_position(compared_ids, m.id)),
        sum(m.estimated_tokens)
      into compared, tokens
      from public.messages m where m.user_id = p_user_id and m.id = any (compared_ids);
    select c.history, c.context_from, greatest(200, budget / 8, budget - 1000 - c.tokens) into history, attempt.context_from, budget
      from private.context_of(question, attempt.model, budget - least(budget / 2, tokens + 1000)) c;
    attempt.compared_tokens := case when tokens > budget then budget end;
  elsif history is null then
    select c.history, c.context_from into history, attempt.context_from
      from private.context_of(question, attempt.model, budget) c;
  end if;
  attempt := private.claim_answer(attempt, p_lease);

  return jsonb_build_object('outcome', 'begun', 'chat', to_jsonb(chat), 'question', to_jsonb(question),
    'answer', jsonb_build_object('id', attempt.id, 'model', attempt.model), 'claim', attempt.claim_id,
    'unnamed', compared_ids is null and chat.titled_by is not distinct from question.id,
    'history', history, 'context_from', attempt.context_from, 'left', taken.turns_left,
    'instructions', case when attempt.instructions_id is not null then member.instructions end,
    'instructions_id', attempt.instructions_id,
    'compared', compared, 'compared_tokens', attempt.compared_tokens);
exception when unique_violation then
  -- An id is another member's, or another request took it since we looked.
  return jsonb_build_object('outcome', 'conflict');
end $$;
revoke execute on function
  public.begin_turn(uuid, uuid, boolean, uuid, text, text, integer, integer, integer, interval, jsonb, text, uuid, uuid,
    uuid, uuid, boolean, jsonb, jsonb, boolean)
  from public, anon, authenticated;
grant execute on function
  public.begin_turn(uuid, uuid, boolean, uuid, text, text, integer, integer, integer, interval, jsonb, text, uuid, uuid,
    uuid, uuid, boolean, jsonb, jsonb, boolean)
  to service_role;

-- Whether anybody has a chat of this id, or a deleted one that is not purged yet.
create function private.chat_id_is_taken(p_chat_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from public.chats where id = p_chat_id)
    or exists (select from private.deleted_chats where id = p_chat_id and chat is not null);
end $$;
revoke execute on function private.chat_id_is_taken(uuid) from public, anon, authenticated;

-- Whether the member had a chat of this id and deleted it.
create function private.chat_is_deleted(p_user_id uuid, p_chat_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from private.deleted_chats where user_id = p_user_id and id = p_chat_id);
end $$;
revoke execute on function private.chat_is_deleted(uuid, uuid) from public, anon, authenticated;

-- Stores which of several answers the member goes on from, for all of their devices. It needs no membership.
-- Outcomes: chosen (with chat), not_found (the chat, or the answer in it), gone (the chat was deleted).
create function public.choose_answer(p_user_id uuid, p_chat_id uuid, p_answer_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  chat public.chats;
begin
  update public.chats set chosen_answer = p_answer_id
    where user_id = p_user_id and id = p_chat_id
      and exists (select from public.messages
        where user_id = p_user_id and id = p_answer_id and chat_id = p_chat_id and role = 'assistant'
          and compares is null)
    returning * into chat;
  if chat.id is not null then
    return jsonb_build_object('outcome', 'chosen', 'chat', to_jsonb(chat));
  elsif private.chat_is_deleted(p_user_id, p_chat_id) then
    return jsonb_build_object('outcome', 'gone');
  end if;
  return jsonb_build_object('outcome', 'not_found');
end $$;
revoke execute on function public.choose_answer(uuid, uuid, uuid) from public, anon, authenticated;
grant execute on function public.choose_answer(uuid, uuid, uuid) to service_role;

-- Claims an attempt for p_lease, and stores it if it is new. The longest text of the earlier tries stays.
-- The caller holds the chat's lock.
create function private.claim_answer(p_attempt private.attempts, p_lease interval) returns private.attempts
language plpgsql set search_path = '' as $$
declare
  attempt private.attempts;
  written text;
begin
  if p_attempt.started_at is null then
    insert into private.attempts
      (user_id, id, chat_id, question_id, model, claim_id, claimed_until, started_at, context_from,
        compares, compared_tokens, instructions_id)
      values (p_attempt.user_id, p_attempt.id, p_attempt.chat_id, p_attempt.question_id, p_attempt.model,
        gen_random_uuid(), clock_timestamp() + p_lease, clock_timestamp(), p_attempt.context_from,
        p_attempt.compares, p_attempt.compared_tokens, p_attempt.instructions_id)
      returning * into attempt;
    return attempt;
  end if;

  -- What a function wrote before it died is still in pieces.
  perform from private.attempts where user_id = p_attempt.user_id and id = p_attempt.id for update;
  with removed as (
    delete from private.pieces where user_id = p_attempt.user_id and answer_id = p_attempt.id returning *
  )
  select string_agg(content, '' order by position) into written from removed;
  update private.attempts set model = p_attempt.model, claim_id = gen_random_uuid(),
      claimed_until = clock_timestamp() + p_lease, waiting = 0, stopped_at = null, started_at = clock_timestamp(),
      ended_at = null, failure = null, failure_text = null,
      content = case when private.replaces_text(written, content) then written else content end,
      content_model = case when private.replaces_text(written, content) then model
        when content is not null then coalesce(content_model, model) end,
      context_from = p_attempt.context_from, compared_tokens = p_attempt.compared_tokens,
      instructions_id = p_attempt.instructions_id
    where user_id = p_attempt.user_id and id = p_attempt.id
    returning * into attempt;
  return attempt;
end $$;
revoke execute on function private.claim_answer(private.attempts, interval) from public, anon, authenticated;

-- What a model is given for a question: the newest messages that fit p_budget, in tokens (null: no bound), at most 200,
-- and always the question. They begin where they began for the model's last answer in this chat, because providers
-- cache the beginning of a request. When these no longer fit, they are cut to 60 % of both bounds.
-- history: oldest first. tokens: an estimate. context_from: the first message; null for the whole conversation.
create function private.context_of(
  p_question public.messages, p_model text, p_budget integer, out history jsonb, out context_from uuid, out tokens integer
)
language plpgsql stable set search_path = '' as $$
begin
  with recent as materialized (
    select * from private.recent_messages(p_question.user_id, p_question.chat_id, p_question.created_at, p_model)
  ), given as materialized (
    -- From each message to the question: how many tokens and messages.
    select id, role, created_at, sum(estimated_tokens) over newest_first as tokens, row_number() over newest_first as place
    from recent where is_given window newest_first as (order by created_at desc)
  ), seen as (
    select count(*) < 400 as is_whole from recent
  ), last_answer as (
    select r.input_tokens, s.created_at as began_at, s.tokens - coalesce(q.tokens - own.estimated_tokens, 0) as estimate
    from (select * from recent where role = 'assistant' and model = p_model order by created_at desc limit 1) r
    join recent own on own.id = r.reply_to
    join given q on q.id = r.reply_to
    join lateral (
      select g.created_at, g.tokens from given g cross join seen
      where g.id = r.context_from or (r.context_from is null and is_whole)
      order by g.created_at limit 1
    ) s on true
  ), ratio as (
    -- How far the estimate was off the last time.
    select coalesce(
      (select greatest(0.5, least(2, input_tokens / nullif(estimate, 0))) from last_answer
        where input_tokens is not null), 1) as by
  ), start as (
    select coalesce(
      (select g.created_at from given g cross join ratio
        where coalesce(g.tokens * by <= p_budget, true) and g.place <= 200 and g.created_at = coalesce(
          (select began_at from last_answer), (select min(created_at) from given cross join seen where is_whole))),
      (select min(g.created_at) from given g cross join ratio
        where g.role = 'user' and coalesce(g.tokens * by <= 0.6 * p_budget, true) and g.place <= 120),
      p_question.created_at) as at
  )
  select jsonb_agg(jsonb_build_object('role', m.role, 'content', m.content) order by m.created_at),
    case when (select is_whole from seen) and not exists (select from given where created_at < start.at) then null
      else (array_agg(m.id order by m.created_at))[1] end, sum(m.estimated_tokens)
  into history, context_from, tokens
  from start join public.messages m on m.user_id = p_question.user_id and m.chat_id = p_question.chat_id
    -- An array, because a join may read all messages of the member. By time, because that index has just been read.
    and m.created_at = any (array(select g.created_at from given g join start on g.created_at >= start.at))
  group by start.at;
end $$;
revoke execute on function private.context_of(public.messages, text, integer) from public, anon, authenticated;

-- Copies into an empty chat what models are given before p_before, a question of another chat of the member: the newest
-- 200 messages that fit p_budget, in tokens, from a question on. They get new ids and keep their times and models.
-- public.index_messages puts them into the search index later.
create function private.copy_messages(p_chat_id uuid, p_before public.messages, p_budget integer) returns void
language plpgsql set search_path = '' as $$
declare
  source public.messages;
  new_ids jsonb;
  copied_from timestamptz;
  copied_until timestamptz;
begin
  select jsonb_object_agg(id, private.new_id()), min(created_at) into new_ids, copied_from
  from (
    select r.id, r.created_at, bool_or(r.role = 'user') over (order by r.created_at) as follows_question
    from (
      select *, sum(estimated_tokens) over (order by created_at desc) as tokens
      from private.recent_messages(p_before.user_id, p_before.chat_id, p_before.created_at, null)
      where is_given and created_at < p_before.created_at order by created_at desc limit 200
    ) r where tokens <= p_budget
  ) numbered where follows_question;

  -- In the order of the chat, in whose index they lie side by side.
  for source in
    select * from public.messages m
    where m.user_id = p_before.user_id and m.chat_id = p_before.chat_id
      and m.created_at >= copied_from and m.created_at < p_before.created_at
      and new_ids ? m.id::text and (m.reply_to is null or new_ids ? m.reply_to::text)
    order by m.created_at
  loop
    source.id := new_ids ->> source.id::text;
    source.chat_id := p_chat_id;
    source.reply_to := new_ids ->> source.reply_to::text;
    source.follows := new_ids ->> source.follows::text;
    source.context_from := new_ids ->> source.context_from::text;
    source.search_later := true;
    source.asked_together := null;
    insert into public.messages select source.*;
    copied_until := source.created_at;
  end loop;
  if copied_until is not null then
    update public.chats set last_message_at = copied_until where user_id = p_before.user_id and id = p_chat_id;
    insert into private.unindexed_chats (user_id, chat_id) values (p_before.user_id, p_chat_id);
  end if;
end $$;
revoke execute on function private.copy_messages(uuid, public.messages, integer) from public, anon, authenticated;

-- Counts a search of a person, if the limit allows one more. A call of its own, so that a search which fails or takes
-- too long is counted too.
-- Outcomes: counted, limited (with retry_after, in seconds).
create function public.count_search(p_user_id uuid, p_searches_per_minute integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  wait integer;
begin
  -- Locks this row and not the member, so that no turn waits for a search.
  perform from private.usage where user_id = p_user_id and kind = 'searches_minute' for update;
  wait := private.take(p_user_id, 'searches_minute', p_searches_per_minute, interval '1 minute');
  if wait > 0 then
    return jsonb_build_object('outcome', 'limited', 'retry_after', wait);
  end if;
  return jsonb_build_object('outcome', 'counted');
end $$;
revoke execute on function public.count_search(uuid, integer) from public, anon, authenticated;
grant execute on function public.count_search(uuid, integer) to service_role;

-- Counts a turn in the statement that ends it, and deletes two rows that are too old.
create function private.count_turn(
  p_model text, p_failure text default null, p_first_text_ms integer default null,
  p_input_tokens integer default null, p_cached_tokens integer default null, p_output_tokens integer default null
) returns void
language plpgsql set search_path = '' as $$
declare
  -- A constant, because no index is used for clock_timestamp(), which is volatile.
  oldest constant timestamptz := clock_timestamp() - interval '90 days';
begin
  insert into private.ended_turns (model, failure, first_text_ms, input_tokens, cached_tokens, output_tokens)
    values (p_model, p_failure, p_first_text_ms, p_input_tokens, p_cached_tokens, p_output_tokens);
  delete from private.ended_turns where id = any (array(
    select id from private.ended_turns where ended_at < oldest
    order by ended_at limit 2 for update skip locked));
end $$;
revoke execute on function private.count_turn(text, text, integer, integer, integer, integer)
  from public, anon, authenticated;

-- Creates an empty chat, or returns the member's chat of that id.
-- Outcomes: created (with chat), inactive, conflict (the id belongs to another member), gone (the chat was deleted),
-- limited (with retry_after, in seconds).
create function public.create_chat(
  p_user_id uuid, p_chat_id uuid, p_chats_per_minute integer, p_model text default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  member public.users;
  chat public.chats;
  wait integer;
begin
  select * into member from public.users where id = p_user_id for no key update;
  if member.id is null or not private.membership_is_active(member) then
    return jsonb_build_object('outcome', 'inactive');
  end if;
  select * into chat from public.chats where user_id = p_user_id and id = p_chat_id for update;
  if chat.id is null then
    if private.chat_is_deleted(p_user_id, p_chat_id) then
      return jsonb_build_object('outcome', 'gone');
    elsif private.chat_id_is_taken(p_chat_id) then
      return jsonb_build_object('outcome', 'conflict');
    end if;
    wait := private.take(p_user_id, 'chats_minute', p_chats_per_minute, interval '1 minute');
    if wait > 0 then
      return jsonb_build_object('outcome', 'limited', 'retry_after', wait);
    end if;
    insert into public.chats (id, user_id, model) values (p_chat_id, p_user_id, coalesce(p_model, 'chatgpt-4'))
      on conflict do nothing;
    select * into chat from public.chats where user_id = p_user_id and id = p_chat_id;
  end if;
  if chat.id is null then
    return jsonb_build_object('outcome', 'conflict');
  end if;
  return jsonb_build_object('outcome', 'created', 'chat', to_jsonb(chat));
end $$;
revoke execute on function public.create_chat(uuid, uuid, integer, text) from public, anon, authenticated;
grant execute on function public.create_chat(uuid, uuid, integer, text) to service_role;

-- Everything that is known about the memberships of a person or of an address, for an operator: the person, or null,
-- and each membership with its events, oldest first.
create function public.describe_membership(p_email text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  person public.users;
  may_chat boolean;
begin
  select u.* into person
    from private.addresses d join auth.users a on a.id = d.user_id join public.users u on u.id = a.id
    where d.email = private.fold_address(p_email) order by a.email_confirmed_at is null, a.created_at limit 1;
  may_chat := private.membership_is_active(person);
  return jsonb_build_object(
    'person', (
      select to_jsonb(u) || jsonb_build_object(
        'email', a.email, 'email_confirmed_at', a.email_confirmed_at, 'is_active', may_chat)
      from public.users u join auth.users a on a.id = u.id where u.id = person.id),
    'memberships', (
      select coalesce(jsonb_agg(to_jsonb(m) || jsonb_build_object(
        'events', (select jsonb_agg(to_jsonb(e) order by e.happened_at, e.received_at)
          from private.membership_events e where e.membership_id = m.id)
      ) order by m.id), '[]')
      from private.memberships m
      where m.user_id = person.id
        or m.id in (select membership_id from private.membership_events where email = private.fold_address(p_email))
    ));
end $$;
revoke execute on function public.describe_membership(text) from public, anon, authenticated;
grant execute on function public.describe_membership(text) to service_role;

-- The person an event names, and since when. By id: since the event happened. Else by its address: since it had
-- happened and the person had confirmed the address. Of several who had the address one after the other, the one who
-- had it when the event happened, else the first to confirm it. Nulls for nobody.
create function private.event_person(
  p_event private.membership_events, out person uuid, out since timestamptz
)
language sql stable set search_path = '' as $$
  select named.person, named.since
  -- With the platform's clock ahead, somebody else could confirm another address before the event has happened.
  from (select least(p_event.happened_at, p_event.received_at) as at) happened cross join lateral (
    select id as person, happened.at as since, true as by_id from public.users where id = p_event.member
    union all
    (select user_id, greatest(confirmed_at, happened.at), false
    from private.confirmed_addresses where email = p_event.email
    order by
      confirmed_at <= happened.at desc,
      case when confirmed_at <= happened.at then confirmed_at end desc,
      confirmed_at, user_id
    limit 1)
  ) named
  order by by_id desc limit 1
$$;
revoke execute on function private.event_person(private.membership_events) from public, anon, authenticated;

-- Stores an answer or a comparison as a message, deletes its attempt and counts the turn. If it is stored already it
-- stays as it is. Also deletes the model's attempts at the same answer or comparison that broke off, or whose claim ran
-- out, before this one began. Those of other models stay.
-- Outcomes: stored (with reply), empty (p_content has no words: nothing is stored, the answer can be asked for again),
-- lost (the claim is no longer the caller's: nothing is changed), gone (the chat was deleted, even if restored since).
create function public.finish_turn(
  p_user_id uuid, p_answer_id uuid, p_claim_id uuid, p_content text, p_provider_model text,
  p_input_tokens integer, p_cached_tokens integer, p_output_tokens integer, p_first_text_ms integer
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  attempt private.attempts;
  reply public.messages;
  has_words constant boolean := btrim(p_content, E' \t\r\n') <> '';
  reason text;
begin
  perform from public.chats where user_id = p_user_id and id = (
    select chat_id from private.attempts where user_id = p_user_id and id = p_answer_id) for update;
  select * into reply from public.messages m where m.user_id = p_user_id and m.id = p_answer_id and m.role = 'assistant'
    and private.has_chat(p_user_id, m.chat_id);
  if reply.id is not null then
    return jsonb_build_object('outcome', 'stored', 'reply', to_jsonb(reply));
  end if;
  select * into attempt from private.attempts where user_id = p_user_id and id = p_answer_id;
  if attempt.id is null or not private.has_chat(p_user_id, attempt.chat_id) then
    return jsonb_build_object('outcome', 'gone');
  end if;
  -- All attempts at the question, locked in the order of stop_turn.
  perform from private.attempts where user_id = p_user_id and question_id = attempt.question_id order by id for update;
  select * into attempt from private.attempts
    where user_id = p_user_id and id = p_answer_id and claim_id = p_claim_id;
  if attempt.claimed_until is null then
    return jsonb_build_object('outcome', case when attempt.failure = 'gone' then 'gone' else 'lost' end);
  end if;

  reason := case when attempt.stopped_at is not null then 'stopped' when not has_words then 'provider_failed' end;
  perform private.count_turn(attempt.model, reason, p_first_text_ms, p_input_tokens, p_cached_tokens,
    p_output_tokens);
  if not has_words then
    update private.attempts
      set claimed_until = null, ended_at = clock_timestamp(), failure = reason
      where user_id = p_user_id and id = p_answer_id;
    delete from private.pieces where user_id = p_user_id and answer_id = p_answer_id;
    return jsonb_build_object('outcome', 'empty');
  end if;

  reply.id := attempt.id;
  reply.chat_id := attempt.chat_id;
  reply.user_id := attempt.user_id;
  reply.direction := 'outbound';
  reply.role := 'assistant';
  reply.content := p_content;
  reply.model := attempt.model;
  reply.reply_to := attempt.question_id;
  reply.stopped_at := attempt.stopped_at;
  reply.provider_model := p_provider_model;
  reply.asked_at := attempt.started_at;
  reply.first_text_ms := p_first_text_ms;
  reply.took_ms := greatest(0, extract(epoch from clock_timestamp() - attempt.started_at) * 1000);
  reply.input_tokens := p_input_tokens;
  reply.cached_tokens := p_cached_tokens;
  reply.output_tokens := p_output_tokens;
  reply.context_from := attempt.context_from;
  reply.compares := attempt.compares;
  reply.compared_tokens := attempt.compared_tokens;
  reply.instructions_id := attempt.instructions_id;
  reply := private.add_answer(reply);
  delete from private.attempts a
    where a.user_id = p_user_id and a.question_id = attempt.question_id
      and (a.id = attempt.id
        or a.model = attempt.model and a.compares is not distinct from attempt.compares
          and coalesce(a.ended_at, a.claimed_until) <= attempt.started_at);
  return jsonb_build_object('outcome', 'stored', 'reply', to_jsonb(reply));
end $$;
revoke execute on function
  public.finish_turn(uuid, uuid, uuid, text, text, integer, integer, integer, integer)
  from public, anon, authenticated;
grant execute on function
  public.finish_turn(uuid, uuid, uuid, text, text, integer, integer, integer, integer) to service_role;

-- Whether the member has a chat of this id. A deleted one does not count, though its messages may still be there.
create function private.has_chat(p_user_id uuid, p_chat_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from public.chats where user_id = p_user_id and id = p_chat_id);
end $$;
revoke execute on function private.has_chat(uuid, uuid) from public, anon, authenticated;

-- The state of each model, by its turns of the last ten minutes, the newest 2,000 of all models: failing when at least
-- half of them failed, slow when the median of the first text is above 15 seconds, else good. Models of fewer than 20
-- turns are left out. What a person stopped is no failure. `migration` is the newest one that the database has.
create function public.health() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(model, health), '{}')
      || jsonb_build_object('migration', private.applied_migration()) from (
    select model, case
      when 2 * count(*) filter (where failure <> 'stopped') >= count(*) then 'failing'
      when percentile_cont(0.5) within group (order by first_text_ms) > 15000 then 'slow'
      else 'good' end as health
    from (
      select model, failure, first_text_ms from private.ended_turns
      where ended_at > clock_timestamp() - interval '10 minutes' order by ended_at desc limit 2000
    ) newest
    group by model having count(*) >= 20
  ) models
$$;
revoke execute on function public.health() from public, anon, authenticated;
grant execute on function public.health() to service_role;

-- Whether an id is that of anybody's message or attempt, also in a deleted chat that is not purged yet.
create function private.ids_are_taken(p_ids uuid[]) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from public.messages where id = any (p_ids))
    or exists (select from private.attempts where id = any (p_ids));
end $$;
revoke execute on function private.ids_are_taken(uuid[]) from public, anon, authenticated;

-- Adds to the member's history the new messages of a chat from elsewhere, or of a part of it. Stored ones stay as they
-- are. New ones come after them in their order, each later than the one before it and none later than now.
-- public.index_messages puts them into the search index later.
-- p_messages: a list of {key, role, content, createdAt, model, providerModel, replyTo, chosen, stoppedAt, compares,
-- instructions}, as JSON text.
-- A reply whose question is not stored gets the question '…'. A question takes 12 replies, among them the chosen one,
-- and 12 comparisons. A comparison is left out unless all its replies are stored.
-- p_after: the key of a message that must be stored. p_again: a chat that was deleted is imported under a new id.
-- p_title, p_created_at and p_model are for a new chat.
-- Locks: member, import, chat, as everywhere.
-- Outcomes: stored (with chat_id, added, here: how many were stored before, left_out: replies and comparisons beyond 12,
-- and unfounded: comparisons whose replies are not stored), inactive, undone (the import was undone), gone (the chat was
-- deleted; with chat_id), out_of_order (p_after is not stored; with chat_id), limited (with retry_after, in seconds),
-- conflict (an id is used for something else).
create function public.import_chat(
  p_user_id uuid, p_import_id uuid, p_source text, p_key text, p_messages text,
  p_messages_per_day integer, p_mb_per_day integer, p_title text default null, p_created_at timestamptz default null,
  p_model text default null, p_after text default null, p_again boolean default false
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  member public.users;
  target record;
  chat public.chats;
  chosen_before uuid;
  given record;
  here integer;
  new_count integer;
  bytes bigint;
  new_messages jsonb;
  wait integer;
  moment timestamptz;
  -- When the message was written, by its source.
  said_at timestamptz;
  first_at timestamptz;
  answer_at timestamptz;
  question public.messages;
  -- The key by which the question was found, and how many replies and comparisons it has. Most messages belong to the
  -- question before them, and each look into the table costs as much as storing one.
  asked text;
  replies integer;
  texts integer;
  -- The replies that a comparison is about.
  compared uuid[];
  -- Of what is added: the last question, and the answer to it that the next question follows.
  last_id uuid;
  followed uuid;
  added_ids uuid[] := '{}';
  instructions_given uuid;
  left_out integer := 0;
  unfounded integer := 0;
begin
  select * into member from public.users where id = p_user_id for no key update;
  if member.id is null or not private.membership_is_active(member) then
    return jsonb_build_object('outcome', 'inactive');
  end if;
  -- What earlier batches added more than ten minutes ago can no longer be undone. The import is locked first, as by its
  -- purge.
  perform from private.imports where user_id = p_user_id and id = p_import_id for update;
  delete from private.imported_pieces where user_id = p_user_id and import_id = (
    select id from private.imports
    where user_id = p_user_id and id = p_import_id and newest_at <= clock_timestamp() - interval '10 minutes');
  insert into private.imports (user_id, id, newest_at) values (p_user_id, p_import_id, clock_timestamp())
    on conflict (user_id, id) do update set newest_at = excluded.newest_at, is_open = true where not imports.is_undone;
  if not found then
    return jsonb_build_object('outcome', 'undone');
  end if;

  target := private.import_target(p_user_id, p_source, p_key);
  select * into chat from public.chats where user_id = p_user_id and id = target.chat_id for update;
  if target.is_here and chat.id is null then
    -- It was deleted since we looked.
    return jsonb_build_object('outcome', 'gone', 'chat_id', target.chat_id);
  elsif chat.id is null and target.deleted_id is not null and (not p_again or exists (
    -- It was deleted during this import.
    select from private.imported_pieces
    where user_id = p_user_id and import_id = p_import_id and chat_id = target.deleted_id)) then
    return jsonb_build_object('outcome', 'gone', 'chat_id', target.deleted_id);
  elsif p_after is not null and not exists (
    select from public.messages where user_id = p_user_id and chat_id = chat.id
      and id = private.import_message_id(p_user_id, chat.id, p_key, p_after)) then
    return jsonb_build_object('outcome', 'out_of_order', 'chat_id', target.chat_id);
  end if;

  -- Without statistics the planner looks for a message by id among all of its owner's. A new database has none, and an
  -- embedded one never gathers any by itself. A large one has been restored, and gathers its own soon.
  if pg_relation_size('public.messages') between 200000 and 50000000
    and exists (select from pg_catalog.pg_class where oid = 'public.messages'::regclass and reltuples <= 0) then
    analyze public.messages;
  end if;

  with list as materialized (
    select private.import_message_id(p_user_id, target.chat_id, p_key, l.message ->> 'key') as id, l.message, l.place
    from jsonb_array_elements(p_messages::jsonb) with ordinality l (message, place)
  )
  select count(m.id), count(*) - count(m.id),
      coalesce(sum(octet_length(l.message ->> 'content') + octet_length(coalesce(l.message ->> 'instructions', '')))
        filter (where m.id is null), 0),
      jsonb_agg(l.message || jsonb_build_object('id', l.id, 'place', l.place) order by l.place)
        filter (where m.id is null)
    into here, new_count, bytes, new_messages
    from list l left join public.messages m on m.user_id = p_user_id and m.chat_id = chat.id and m.id = l.id;
  if new_count = 0 then
    return jsonb_build_object(
      'outcome', 'stored', 'chat_id', target.chat_id, 'added', 0, 'here', here, 'left_out', 0, 'unfounded', 0);
  end if;
  wait := private.take_import(p_user_id, new_count, bytes, p_messages_per_day, p_mb_per_day);
  if wait > 0 then
    return jsonb_build_object('outcome', 'limited', 'retry_after', wait);
  end if;

  if chat.id is null then
    insert into public.chats (id, user_id, title, model)
      values (target.chat_id, p_user_id, p_title, coalesce(p_model, 'chatgpt-4'))
      returning * into chat;
  end if;
  moment := clock_timestamp();
  chosen_before := chat.chosen_answer;
  member.instructions := null;
  for given in
    select * from jsonb_to_recordset(new_messages) as g (id uuid, place integer, key text, role text, content text,
      "createdAt" timestamptz, model text, "providerModel" text, "replyTo" text, chosen boolean, "stoppedAt" timestamptz,
      compares jsonb, instructions text)
  loop
    -- Each remaining message has two microseconds, one of them for its question.
    said_at := least(coalesce(given."createdAt", chat.last_message_at, moment),
      moment - (new_count - cardinality(added_ids)) * interval '2 microseconds');
    compared := null;
    if given.role = 'user' then
      question.id := null;
    else
      if given."replyTo" is null or given."replyTo" is distinct from asked then
        -- By id alone, which is one step whatever the statistics say.
        asked := given."replyTo";
        question := null;
        select m.id, m.chat_id, m.role into question.id, question.chat_id, question.role from public.messages m
          where m.user_id = p_user_id and m.id = private.import_message_id(p_user_id, chat.id, p_key, asked);
        if question.chat_id <> chat.id or question.role <> 'user' then
          question.id := null;
        end if;
        select count(*) filter (where r.compares is null), count(*) filter (where r.compares is not null)
          into replies, texts from (
            select compares from public.messages where user_id = p_user_id and reply_to = question.id
            union all
            select compares from private.attempts where user_id = p_user_id and question_id = question.id) r;
      end if;
      if given.compares is not null then
        compared := array(
          select m.id from jsonb_array_elements_text(given.compares) with ordinality k (key, place)
          join public.messages m on m.user_id = p_user_id
            and m.id = private.import_message_id(p_user_id, chat.id, p_key, k.key)
            and m.reply_to = question.id and m.stopped_at is null and m.compares is null
          order by k.place);
        if cardinality(compared) < jsonb_array_length(given.compares) then
          unfounded := unfounded + 1;
          continue;
        end if;
      end if;
      -- The twelfth place is for the chosen one.
      if compared is not null and texts >= 12 or compared is null and (
        replies >= 12 or replies = 11 and given.chosen is not true and exists (
          select from jsonb_to_recordset(new_messages) as g (place integer, "replyTo" text, chosen boolean)
          where g."replyTo" = given."replyTo" and g.chosen and g.place > given.place)) then
        left_out := left_out + 1;
        continue;
      end if;
    end if;

    if question.id is null then
      question.id := case given.role when 'user' then given.id
        else private.import_id(chat.id || ' question of ' || given.key, chat.id) end;
      question.content := case given.role when 'user' then given.content else '…' end;
      question.follows := case when last_id is null then private.answer_to_follow(chat, null, false) else followed end;
      asked := case given.role when 'user' then given.key end;
      replies := 0;
      texts := 0;
      last_id := question.id;
      followed := null;
      chat.last_message_at := greatest(chat.last_message_at + interval '1 microsecond',
        case given.role when 'user' then said_at else said_at - interval '1 microsecond' end);
      insert into public.messages
        (id, chat_id, user_id, created_at, direction, role, content, follows, search_later)
        values (question.id, chat.id, p_user_id, chat.last_message_at, 'inbound', 'user', question.content,
          question.follows, true);
      added_ids := added_ids || question.id;
      first_at := coalesce(first_at, chat.last_message_at);
    end if;
    if given.role = 'assistant' then
      if given.instructions is distinct from member.instructions then
        member.instructions := given.instructions;
        instructions_given := (private.instructions_to_give(member)).id;
      end if;
      chat.last_message_at := greatest(chat.last_message_at + interval '1 microsecond', said_at);
      insert into public.messages
        (id, chat_id, user_id, created_at, direction, role, content, model, reply_to, stopped_at, provider_model,
          compares, instructions_id, search_later)
        values (given.id, chat.id, p_user_id, chat.last_message_at, 'outbound', 'assistant', given.content, given.model,
          question.id, case when given."stoppedAt" is not null then least(given."stoppedAt", moment) end,
          given."providerModel", compared, instructions_given, true);
      added_ids := added_ids || given.id;
      if compared is not null then
        texts := texts + 1;
        continue;
      end if;
      replies := replies + 1;
      answer_at := chat.last_message_at;
      -- Of the last question alone: the next one follows it.
      if given.chosen and question.id = (
        select q.id from public.messages q
        where q.user_id = p_user_id and q.chat_id = chat.id and q.role = 'user'
        order by q.created_at desc limit 1) then
        chat.chosen_answer := given.id;
      end if;
      if question.id = last_id and (followed is null or followed is distinct from chat.chosen_answer) then
        followed := given.id;
      end if;
    end if;
  end loop;

  update public.chats set last_message_at = chat.last_message_at, chosen_answer = chat.chosen_answer,
      created_at = case when target.is_here then created_at else least(coalesce(p_created_at, first_at), moment) end,
      last_answer_at = coalesce(answer_at, last_answer_at),
      -- The member has seen the imported answers elsewhere.
      seen_at = case when seen_at >= last_answer_at then coalesce(answer_at, seen_at) else seen_at end
    where user_id = p_user_id and id = chat.id;
  insert into private.imported_pieces (user_id, import_id, chat_id, chat_key, is_new, message_ids, chosen_before)
    values (p_user_id, p_import_id, chat.id, p_key, not target.is_here, added_ids, chosen_before);
  insert into private.unindexed_chats (user_id, chat_id) values (p_user_id, chat.id)
    on conflict (user_id, chat_id) do update set before = 'infinity';
  return jsonb_build_object('outcome', 'stored', 'chat_id', chat.id, 'added', new_count - left_out - unfounded,
    'here', here, 'left_out', left_out, 'unfounded', unfounded);
exception when unique_violation then
  return jsonb_build_object('outcome', 'conflict');
end $$;
revoke execute on function
  public.import_chat(uuid, uuid, text, text, text, integer, integer, text, timestamptz, text, text, boolean)
  from public, anon, authenticated;
grant execute on function
  public.import_chat(uuid, uuid, text, text, text, integer, integer, text, timestamptz, text, text, boolean)
  to service_role;

-- A UUID of version 8 that is made from a text. With p_beside it begins as that id does, so that the messages of a chat
-- lie side by side in an index.
create function private.import_id(p_text text, p_beside uuid default null) returns uuid
language plpgsql immutable set search_path = '' as $$
declare
  hash constant text := encode(sha256(convert_to(p_text, 'UTF8')), 'hex');
begin
  return left(coalesce(replace(p_beside::text, '-', ''), right(hash, 12)), 12)
    || '8' || substr(hash, 1, 3) || 'a' || substr(hash, 4, 15);
end $$;
revoke execute on function private.import_id(text, uuid) from public, anon, authenticated;

-- The id of a message by its key and that of its chat. Where the chat's key is its id, so may be the message's: see
-- private.import_target.
create function private.import_message_id(p_user_id uuid, p_chat_id uuid, p_chat_key text, p_key text) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  if p_chat_id::text = p_chat_key and private.is_id(p_key)
    and exists (select from public.messages where user_id = p_user_id and id = p_key::uuid and chat_id = p_chat_id) then
    return p_key;
  end if;
  return private.import_id(p_chat_id || ' message ' || p_key, p_chat_id);
end $$;
revoke execute on function private.import_message_id(uuid, uuid, text, text) from public, anon, authenticated;

-- The member's chat that a key of a source stands for. Its id is made from the member, the source, the key, and how
-- often that chat was deleted. In an export of this product a key is the id itself, for a member who has that chat.
-- chat_id: the stored chat's, else the one for a new chat. deleted_id: that of the chat deleted last, or null.
create function private.import_target(
  p_user_id uuid, p_source text, p_key text, out chat_id uuid, out is_here boolean, out deleted_id uuid
)
language plpgsql stable set search_path = '' as $$
declare
  place integer := case when p_source = 'quartet' and private.is_id(p_key) then -1 else 0 end;
begin
  loop
    chat_id := case when place < 0 then p_key::uuid
      else private.import_id(concat_ws(' ', p_user_id, p_source, place, p_key)) end;
    is_here := private.has_chat(p_user_id, chat_id);
    exit when is_here or place >= 0 and not private.chat_is_deleted(p_user_id, chat_id);
    if place >= 0 or private.chat_is_deleted(p_user_id, chat_id) then
      deleted_id := chat_id;
    end if;
    place := place + 1;
  end loop;
end $$;
revoke execute on function private.import_target(uuid, text, text) from public, anon, authenticated;

-- Puts messages of the member that the search index lacks into it: those of one chat, newest first, p_length bytes of
-- text at once, which take some 0.1 s unless said otherwise. A longer message comes alone. It waits for nobody: a chat
-- that is being deleted, or indexed by another call, is left alone.
-- Locks: chat, as everywhere, so that its deletion waits for this.
-- Outcomes: done, more (call it again).
create function public.index_messages(p_user_id uuid, p_length integer default 100000) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  chat private.unindexed_chats;
  ids uuid[];
  oldest timestamptz;
  is_end boolean;
begin
  select u.* into chat from private.unindexed_chats u
    join public.chats c on c.user_id = u.user_id and c.id = u.chat_id
    where u.user_id = p_user_id order by u.before desc limit 1
    for key share of c skip locked for update of u skip locked;
  if chat.chat_id is null then
    return jsonb_build_object('outcome', 'done');
  end if;
  -- A short message takes as long as one of 400 bytes.
  select array_agg(id) filter (where fits), min(created_at) filter (where fits), count(*) < 250 and bool_and(fits)
    into ids, oldest, is_end
  from (
    select id, created_at,
      row_number() over newest = 1 or sum(greatest(octet_length(content), 400)) over newest <= p_length as fits
    from (
      select id, created_at, content from public.messages
      where user_id = p_user_id and chat_id = chat.chat_id and created_at < chat.before and search_later
      order by created_at desc limit 250) waiting
    window newest as (order by created_at desc)) measured;
  update public.messages set search_later = null where user_id = p_user_id and id = any (ids);
  if not is_end then
    update private.unindexed_chats set before = oldest where user_id = p_user_id and chat_id = chat.chat_id;
    return jsonb_build_object('outcome', 'more');
  end if;
  delete from private.unindexed_chats where user_id = p_user_id and chat_id = chat.chat_id;
  return jsonb_build_object('outcome',
    case when exists (
      select from private.unindexed_chats u where u.user_id = p_user_id and private.has_chat(p_user_id, u.chat_id)
    ) then 'more' else 'done' end);
end $$;
revoke execute on function public.index_messages(uuid, integer) from public, anon, authenticated;
grant execute on function public.index_messages(uuid, integer) to service_role;

-- Stores a member's instructions in public.instructions, and returns their id and about how many tokens they have;
-- nulls where there are none. The same text has the same id. The caller holds the member's lock.
create function private.instructions_to_give(p_member public.users, out id uuid, out tokens integer)
language plpgsql set search_path = '' as $$
declare
  text constant text := p_member.instructions;
begin
  if text is null then
    return;
  end if;
  -- A UUID of version 8, made from the text.
  id := overlay(overlay(left(encode(sha256(convert_to(text, 'UTF8')), 'hex'), 32) placing '8' from 13) placing 'a' from 17);
  tokens := private.tokens_of(text);
  insert into public.instructions (user_id, id, content) values (p_member.id, instructions_to_give.id, text)
    on conflict do nothing;
end $$;
revoke execute on function private.instructions_to_give(public.users) from public, anon, authenticated;

-- The one rule about who may create chats and send messages. A start that is only minutes ahead has come, because the
-- payment platform's clock may be ahead.
create function private.is_active(p_status text, p_started_at timestamptz, p_ended_at timestamptz) returns boolean
language plpgsql set search_path = '' as $$
begin
  return p_status = 'active'
    and (p_started_at is null or p_started_at <= pg_catalog.clock_timestamp() + interval '5 minutes')
    and (p_ended_at is null or p_ended_at > pg_catalog.clock_timestamp());
end $$;
revoke execute on function private.is_active(text, timestamptz, timestamptz) from public, anon, authenticated;

-- Whether a text is a UUID in lower case.
create function private.is_id(p_text text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return p_text ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$';
end $$;
revoke execute on function private.is_id(text) from public, anon, authenticated;

-- A request no longer waits for an answer. Outcome: left.
create function public.leave_turn(p_user_id uuid, p_question_id uuid, p_answer_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  update private.attempts set waiting = waiting - 1
    where user_id = p_user_id and id = p_answer_id and question_id = p_question_id and waiting > 0;
  return jsonb_build_object('outcome', 'left');
end $$;
revoke execute on function public.leave_turn(uuid, uuid, uuid) from public, anon, authenticated;
grant execute on function public.leave_turn(uuid, uuid, uuid) to service_role;

-- Locks an address until the transaction ends, so that an event for it and its confirmation cannot miss each other.
create function private.lock_address(p_email text) returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('membership of ' || p_email, 0))
$$;
revoke execute on function private.lock_address(text) from public, anon, authenticated;

-- Which messages of chats from elsewhere are stored already. It changes nothing, and needs no membership.
-- p_look: a list of {key, messages: a list of keys}, as JSON text.
-- Outcome: seen, with chats in that order: key, chat_id (of the stored chat, else of the one deleted last, else of a
-- new one), here (how many of the messages are stored), is_deleted.
create function public.look_at_imports(p_user_id uuid, p_source text, p_look text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  chats jsonb;
begin
  select jsonb_agg(jsonb_build_object('key', l.chat ->> 'key',
      'chat_id', case when t.is_here then t.chat_id else coalesce(t.deleted_id, t.chat_id) end,
      'here', (
        select count(*) from public.messages m
        where t.is_here and m.user_id = p_user_id and m.chat_id = t.chat_id and m.id = any (array(
          select private.import_message_id(p_user_id, t.chat_id, l.chat ->> 'key', k.key)
          from jsonb_array_elements_text(l.chat -> 'messages') k (key)))),
      'is_deleted', not t.is_here and t.deleted_id is not null) order by l.place)
    into chats
    from jsonb_array_elements(p_look::jsonb) with ordinality l (chat, place)
    cross join lateral private.import_target(p_user_id, p_source, l.chat ->> 'key') t;
  return jsonb_build_object('outcome', 'seen', 'chats', coalesce(chats, '[]'));
end $$;
revoke execute on function public.look_at_imports(uuid, text, text) from public, anon, authenticated;
grant execute on function public.look_at_imports(uuid, text, text) to service_role;

-- The state of an answer, read without a lock, for requests that wait while another one writes it.
-- Outcomes: answered (with reply), running, stopped (the member wants no more of it), free (nobody is writing it), gone (the
-- chat was deleted).
create function public.look_at_turn(p_user_id uuid, p_question_id uuid, p_answer_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  reply public.messages;
  attempt private.attempts;
begin
  if not exists (
    select from public.messages m where m.user_id = p_user_id and m.id = p_question_id and m.role = 'user'
      and private.has_chat(p_user_id, m.chat_id)
  ) then
    return jsonb_build_object('outcome', 'gone');
  end if;
  select * into reply from public.messages
    where user_id = p_user_id and id = p_answer_id and reply_to = p_question_id;
  if reply.id is not null then
    return jsonb_build_object('outcome', 'answered', 'reply', to_jsonb(reply));
  end if;
  select * into attempt from private.attempts
    where user_id = p_user_id and id = p_answer_id and question_id = p_question_id;
  return jsonb_build_object('outcome', case
    when attempt.claimed_until > clock_timestamp() then 'running'
    when attempt.stopped_at is not null then 'stopped'
    else 'free' end);
end $$;
revoke execute on function public.look_at_turn(uuid, uuid, uuid) from public, anon, authenticated;
grant execute on function public.look_at_turn(uuid, uuid, uuid) to service_role;

-- Whether a person may chat now. When another membership of theirs has started since, public.users gets it.
create function private.membership_is_active(member public.users) returns boolean
language plpgsql set search_path = '' as $$
begin
  if private.is_active(member.membership_status, member.membership_started_at, member.membership_ended_at) then
    return true;
  end if;
  if not exists (select from private.memberships m
    where m.user_id = member.id and private.is_active(m.status, m.started_at, m.ended_at)) then
    return false;
  end if;
  -- Locked by a statement of its own, so that the next one sees what others have written meanwhile.
  perform from public.users where id = member.id for no key update;
  perform private.show_membership(member.id);
  select * into member from public.users where id = member.id;
  return private.is_active(member.membership_status, member.membership_started_at, member.membership_ended_at);
end $$;
revoke execute on function private.membership_is_active(public.users) from public, anon, authenticated;

-- Whose a membership is: the person whom an operator named last, else the one who was named first. An address names
-- nobody before it is confirmed, so a later sign-up takes no membership away. Null while no event names a person.
create function private.membership_owner(p_membership_id text) returns uuid
language sql stable set search_path = '' as $$
  select named.person
  from private.membership_events e cross join lateral private.event_person(e) named
  where e.membership_id = p_membership_id and named.person is not null
  order by
    case when e.source = 'hand' then e.happened_at end desc nulls last,
    named.since, named.person is distinct from e.member, e.happened_at, to_jsonb(e) - 'id' - 'received_at'
  limit 1
$$;
revoke execute on function private.membership_owner(text) from public, anon, authenticated;

-- Gives a chat of the member the title that a model wrote, in place of the first line of p_question_id. A title that a
-- person gave stays.
-- Outcomes: named, kept (it has another title by now, or is gone).
create function public.name_chat(p_user_id uuid, p_chat_id uuid, p_question_id uuid, p_title text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  update public.chats set title = p_title, titled_by = null
    where user_id = p_user_id and id = p_chat_id and titled_by = p_question_id;
  return jsonb_build_object('outcome', case when found then 'named' else 'kept' end);
end $$;
revoke execute on function public.name_chat(uuid, uuid, uuid, text) from public, anon, authenticated;
grant execute on function public.name_chat(uuid, uuid, uuid, text) to service_role;

-- An id for a new message or answer, as `newId` in `supabase/functions/_shared/new-id.ts` makes it: a UUID of version
-- 7, which is the time in milliseconds and 74 random bits, so that new ids lie side by side in an index.
create function private.new_id() returns uuid
language plpgsql set search_path = '' as $$
begin
  return lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0')
    || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14);
end $$;
revoke execute on function private.new_id() from public, anon, authenticated;

-- The event that says what a membership is now: the newest. Of several at once, one that ends it comes first, then a
-- paid one before a trial, then the one that ends later. An overdue payment does not undo what an operator has ended.
create function private.newest_membership_event(p_membership_id text) returns private.membership_events
language sql stable set search_path = '' as $$
  select * from private.membership_events e
  where membership_id = p_membership_id and type <> 'give_membership' and not (
    status = 'active' and renews_at <= happened_at and exists (
      select from private.membership_events ended
      where ended.membership_id = p_membership_id and ended.source = 'hand'
        and ended.type <> 'give_membership' and ended.status <> 'active' and ended.happened_at <= e.happened_at
        and not exists (
          select from private.membership_events paid
          where paid.membership_id = p_membership_id and paid.status = 'active'
            and paid.type <> 'give_membership' and (paid.renews_at is null or paid.renews_at > paid.happened_at)
            and paid.happened_at > ended.happened_at and paid.happened_at <= e.happened_at
        )
    )
  )
  order by happened_at desc, status in ('trial', 'active'), status = 'trial', ended_at desc nulls first,
    to_jsonb(e) - 'id' - 'received_at'
  limit 1
$$;
revoke execute on function private.newest_membership_event(text) from public, anon, authenticated;

-- The time of a chat's next message: strictly later than its newest one, even when the clock was set back.
create function private.next_moment(p_last_message_at timestamptz) returns timestamptz
language plpgsql set search_path = '' as $$
begin
  return greatest(clock_timestamp(), p_last_message_at + interval '1 microsecond');
end $$;
revoke execute on function private.next_moment(timestamptz) from public, anon, authenticated;

-- Deletes the messages of chats that were deleted more than ten minutes ago, oldest first: p_limit at most, where each
-- chat counts as one more. Returns how many; less than p_limit when nothing remains. It waits for nobody: a chat that
-- another transaction restores or purges is skipped. A new chat of an undone import has been deleted since '-infinity',
-- and its id goes too. Also deletes p_limit rows of private.imported_pieces of an import that can no longer be undone.
create function private.purge_chats(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  kept private.deleted_chats;
  import private.imports;
  removed integer := 0;
  at_once integer;
begin
  while removed < p_limit loop
    select * into kept from private.deleted_chats
      where chat is not null and deleted_at <= clock_timestamp() - interval '10 minutes'
      order by deleted_at limit 1 for update skip locked;
    exit when kept.id is null;
    -- The newest first, so that answers go before their questions.
    delete from public.messages where user_id = kept.user_id and id = any (array(
      select id from public.messages where user_id = kept.user_id and chat_id = kept.id
      order by created_at desc limit p_limit - removed));
    get diagnostics at_once = row_count;
    removed := removed + at_once;
    if removed < p_limit then
      if isfinite(kept.deleted_at) then
        update private.deleted_chats set chat = null where user_id = kept.user_id and id = kept.id;
      else
        delete from private.deleted_chats where user_id = kept.user_id and id = kept.id;
      end if;
      delete from private.unindexed_chats where user_id = kept.user_id and chat_id = kept.id;
      removed := removed + 1;
    end if;
  end loop;
  select * into import from private.imports
    where is_open and newest_at <= clock_timestamp() - interval '10 minutes'
    order by newest_at limit 1 for update skip locked;
  delete from private.imported_pieces where id = any (array(
    select id from private.imported_pieces where user_id = import.user_id and import_id = import.id limit p_limit));
  get diagnostics at_once = row_count;
  if at_once < p_limit then
    update private.imports set is_open = false where user_id = import.user_id and id = import.id;
  end if;
  return removed;
end $$;
revoke execute on function private.purge_chats(integer) from public, anon, authenticated;

-- The newest 400 messages of a chat up to a moment, in no order, without their texts and without comparisons.
-- is_given: whether models are given it. They are given every question, and of its answers the one that the next
-- question follows, else the newest. A question that a model declined is left out with its answers, because models
-- decline whatever comes after it. It is given when it is the last one or has an answer; to a p_model that
-- declined it, only with one of its own.
create function private.recent_messages(p_user_id uuid, p_chat_id uuid, p_until timestamptz, p_model text)
returns table (
  id uuid, role text, created_at timestamptz, model text, reply_to uuid, input_tokens integer, context_from uuid,
  estimated_tokens integer, is_given boolean
)
language sql stable set search_path = '' as $$
  with newest as materialized (
    select m.id, m.role, m.created_at, m.model, m.reply_to, m.follows, m.input_tokens, m.context_from,
      m.estimated_tokens, m.refusals
    from public.messages m
    where m.user_id = p_user_id and m.chat_id = p_chat_id and m.created_at <= p_until and m.compares is null
    order by m.created_at desc limit 400
  ), questions as (
    select n.id, lead(n.follows) over (order by n.created_at) as chosen,
      n.refusals is null or n.created_at = p_until or exists (
        select from newest a
        where a.reply_to = n.id and (a.model = p_model or (n.refusals ? p_model) is not true)) as is_given
    from newest n where n.role = 'user'
  )
  select n.id, n.role, n.created_at, n.model, n.reply_to, n.input_tokens, n.context_from, n.estimated_tokens,
    coalesce(q.is_given, false) and (n.role = 'user' or n.id = coalesce(q.chosen,
      first_value(n.id) over (partition by n.reply_to order by n.created_at desc)))
  from newest n left join questions q on q.id = coalesce(n.reply_to, n.id)
$$;
revoke execute on function private.recent_messages(uuid, uuid, timestamptz, text) from public, anon, authenticated;

-- Adds an event of the payment platform. The arguments are columns of private.membership_events.
-- Outcomes: applied, ignored (seen before, no news, or a newer one was applied), kept (the membership is nobody's yet).
create function public.record_membership_event(
  p_id text, p_membership_id text, p_happened_at timestamptz, p_type text, p_status text,
  p_started_at timestamptz default null, p_renews_at timestamptz default null, p_ended_at timestamptz default null,
  p_member uuid default null, p_email text default null, p_product text default null, p_plan text default null,
  p_manage_url text default null, p_sold boolean default true
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  event private.membership_events;
  known private.membership_events;
begin
  event.id := p_id;
  event.membership_id := p_membership_id;
  event.happened_at := p_happened_at;
  event.source := 'platform';
  event.type := p_type;
  event.sold := p_sold;
  event.member := p_member;
  event.email := private.fold_address(p_email);
  event.product := p_product;
  event.plan := p_plan;
  event.status := p_status;
  event.started_at := p_started_at;
  event.renews_at := p_renews_at;
  event.ended_at := p_ended_at;
  event.manage_url := p_manage_url;
  if event.email is not null then
    perform private.lock_address(event.email);
  end if;
  -- A pulled membership may not say when it changed. It is ignored where it says the same as the platform's newest
  -- event. When it ended, or its payment was due, is then taken from the event that said so first.
  select * into known from private.membership_events
    where membership_id = p_membership_id and source = 'platform' order by happened_at desc, received_at desc limit 1;
  if p_type = 'membership.pulled' and event.status = known.status and (event.status not in ('trial', 'active')
    or known.renews_at <= known.happened_at and event.renews_at <= event.happened_at) then
    event.renews_at := known.renews_at;
    event.ended_at := known.ended_at;
  end if;
  if p_type = 'membership.pulled'
    and to_jsonb(event) - '{id,type,happened_at,received_at}'::text[]
      = to_jsonb(known) - '{id,type,happened_at,received_at}'::text[] then
    return jsonb_build_object('outcome', 'ignored');
  end if;
  if not private.add_membership_event(event) then
    return jsonb_build_object('outcome', 'ignored');
  end if;
  return jsonb_build_object('outcome', case
    when event.id <> (private.newest_membership_event(event.membership_id)).id then 'ignored'
    when exists (select from private.memberships where id = p_membership_id and user_id is null) then 'kept'
    else 'applied'
  end);
end $$;
revoke execute on function public.record_membership_event(
  text, text, timestamptz, text, text, timestamptz, timestamptz, timestamptz, uuid, text, text, text, text,
  boolean
) from public, anon, authenticated;
grant execute on function public.record_membership_event(
  text, text, timestamptz, text, text, timestamptz, timestamptz, timestamptz, uuid, text, text, text, text,
  boolean
) to service_role;

-- Releases the claim on an answer that broke off, and counts the failure with the tokens it cost. The same answer can
-- be asked for again. p_failure: the error's code. p_failure_text: its text. p_content: what was written, which stays
-- readable unless an earlier try wrote more. p_is_refused: the model declined, which its question notes unless it is
-- about a comparison.
-- Outcomes: released, lost (the claim is no longer the caller's), gone (the chat was deleted). Where the deletion of
-- the chat ended the answer, p_content is kept, even if the chat was restored since.
create function public.release_turn(
  p_user_id uuid, p_answer_id uuid, p_claim_id uuid, p_failure text, p_content text default null,
  p_first_text_ms integer default null, p_input_tokens integer default null, p_cached_tokens integer default null,
  p_output_tokens integer default null, p_failure_text text default null, p_is_refused boolean default false
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  attempt private.attempts;
begin
  -- Locks the question before the attempt, as the purge of a chat does.
  update public.messages m set refusals = coalesce(m.refusals, '{}') || jsonb_build_object(a.model, clock_timestamp())
    from private.attempts a
    where p_is_refused and a.user_id = p_user_id and a.id = p_answer_id and a.claim_id = p_claim_id
      and a.claimed_until is not null and a.compares is null and m.user_id = p_user_id and m.id = a.question_id;
  update private.attempts set claimed_until = null, ended_at = clock_timestamp(), failure = p_failure,
      failure_text = p_failure_text,
      content = case when private.replaces_text(p_content, content) then p_content else content end,
      content_model = case when not private.replaces_text(p_content, content) then content_model end
    where user_id = p_user_id and id = p_answer_id and claim_id = p_claim_id and claimed_until is not null
    returning * into attempt;
  if attempt.id is not null then
    delete from private.pieces where user_id = p_user_id and answer_id = p_answer_id;
    perform private.count_turn(attempt.model, p_failure, p_first_text_ms, p_input_tokens, p_cached_tokens,
      p_output_tokens);
    return jsonb_build_object('outcome', 'released');
  end if;
  update private.attempts set
      content = case when private.replaces_text(p_content, content) then p_content else content end,
      content_model = case when not private.replaces_text(p_content, content) then content_model end
    where user_id = p_user_id and id = p_answer_id and claim_id = p_claim_id and failure = 'gone';
  return jsonb_build_object('outcome', case when exists (
    select from private.attempts a
      where a.user_id = p_user_id and a.id = p_answer_id and private.has_chat(p_user_id, a.chat_id)
    union all
    select from public.messages m
      where m.user_id = p_user_id and m.id = p_answer_id and m.role = 'assistant'
        and private.has_chat(p_user_id, m.chat_id)
  ) then 'lost' else 'gone' end);
end $$;
revoke execute on function
  public.release_turn(uuid, uuid, uuid, text, text, integer, integer, integer, integer, text, boolean)
  from public, anon, authenticated;
grant execute on function
  public.release_turn(uuid, uuid, uuid, text, text, integer, integer, integer, integer, text, boolean)
  to service_role;

-- Gives a chat of the member another title. It needs no membership: keeping one's history in order is free.
-- Outcomes: renamed (with chat), not_found, gone (the chat was deleted).
create function public.rename_chat(p_user_id uuid, p_chat_id uuid, p_title text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  chat public.chats;
begin
  update public.chats set title = p_title, titled_by = null where user_id = p_user_id and id = p_chat_id returning * into chat;
  if chat.id is not null then
    return jsonb_build_object('outcome', 'renamed', 'chat', to_jsonb(chat));
  elsif private.chat_is_deleted(p_user_id, p_chat_id) then
    return jsonb_build_object('outcome', 'gone');
  end if;
  return jsonb_build_object('outcome', 'not_found');
end $$;
revoke execute on function public.rename_chat(uuid, uuid, text) from public, anon, authenticated;
grant execute on function public.rename_chat(uuid, uuid, text) to service_role;

-- Extends the claim on an answer to p_lease from now, adds a piece of its text, and says how the turn stands. After
-- `stopped` the caller still has the claim, to store what was written or to release it.
-- p_position counts the pieces of a claim from 1 on; a piece that is written twice changes nothing.
-- Outcomes: running, stopped (the person pressed Stop), answered (with reply: the answer is stored already), lost (the
-- claim was released, or another request has claimed the answer), gone (the chat was deleted, even if restored since).
create function public.renew_turn(
  p_user_id uuid, p_answer_id uuid, p_claim_id uuid, p_lease interval,
  p_position integer default null, p_piece text default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  attempt private.attempts;
  reply public.messages;
begin
  update private.attempts set claimed_until = clock_timestamp() + p_lease
    where user_id = p_user_id and id = p_answer_id and claim_id = p_claim_id and claimed_until is not null
    returning * into attempt;
  if attempt.id is not null then
    if p_position is not null then
      insert into private.pieces (user_id, answer_id, position, content)
        values (p_user_id, p_answer_id, p_position, p_piece) on conflict do nothing;
    end if;
    return jsonb_build_object('outcome', case when attempt.stopped_at is null then 'running' else 'stopped' end);
  end if;

  select * into reply from public.messages m where m.user_id = p_user_id and m.id = p_answer_id and m.role = 'assistant'
    and private.has_chat(p_user_id, m.chat_id);
  if reply.id is not null then
    return jsonb_build_object('outcome', 'answered', 'reply', to_jsonb(reply));
  end if;
  return jsonb_build_object('outcome', case when exists (
    select from private.attempts a where a.user_id = p_user_id and a.id = p_answer_id
      and (a.claim_id, a.failure) is distinct from (p_claim_id, 'gone') and private.has_chat(p_user_id, a.chat_id)) then 'lost' else 'gone' end);
end $$;
revoke execute on function public.renew_turn(uuid, uuid, uuid, interval, integer, text)
  from public, anon, authenticated;
grant execute on function public.renew_turn(uuid, uuid, uuid, interval, integer, text) to service_role;

-- Whether what a try has written takes the place of what the earlier ones have: if it is as long, or longer.
create function private.replaces_text(p_written text, p_content text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(p_written, '') <> '' and length(p_written) >= length(coalesce(p_content, ''))
$$;
revoke execute on function private.replaces_text(text, text) from public, anon, authenticated;

-- Restores a chat that the member deleted in the last ten minutes, with all its ids and its order. An answer that was
-- being written does not continue; its question can be asked again. It needs no membership, and counts as a new chat.
-- Locks: member, chat, as everywhere.
-- Outcomes: restored (also when the chat is there already; with chat), not_found, gone (it was deleted more than ten
-- minutes ago), limited (with retry_after, in seconds).
create function public.restore_chat(p_user_id uuid, p_chat_id uuid, p_chats_per_minute integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  chat public.chats;
  kept private.deleted_chats;
  wait integer;
begin
  perform from public.users where id = p_user_id for no key update;
  select * into kept from private.deleted_chats
    where user_id = p_user_id and id = p_chat_id and deleted_at > clock_timestamp() - interval '10 minutes' for update;
  if kept.chat is not null then
    wait := private.take(p_user_id, 'chats_minute', p_chats_per_minute, interval '1 minute');
    if wait > 0 then
      return jsonb_build_object('outcome', 'limited', 'retry_after', wait);
    end if;
    delete from private.deleted_chats where user_id = p_user_id and id = p_chat_id;
    insert into public.chats select (jsonb_populate_record(null::public.chats, kept.chat)).*;
  end if;
  select * into chat from public.chats where user_id = p_user_id and id = p_chat_id;
  if chat.id is not null then
    return jsonb_build_object('outcome', 'restored', 'chat', to_jsonb(chat));
  elsif private.chat_is_deleted(p_user_id, p_chat_id) then
    return jsonb_build_object('outcome', 'gone');
  end if;
  return jsonb_build_object('outcome', 'not_found');
end $$;
revoke execute on function public.restore_chat(uuid, uuid, integer) from public, anon, authenticated;
grant execute on function public.restore_chat(uuid, uuid, integer) to service_role;

-- The messages and titles of a member that have every needle, newest first: p_limit at most, after a place. Comparisons
-- are not searched.
-- p_needles: a list of texts as private.search_text writes them, as JSON text. A space in front of one begins a word,
-- one behind it ends a word.
-- p_before, p_before_id: a place, as `next` has it. A title counts from its chat's newest message.
-- Outcomes: found (with results, where a title has no message_id, role and content; next is null at the end, and may
-- come with fewer than p_limit results), busy (another search of the person runs).
create function public.search_messages(
  p_user_id uuid, p_needles text, p_limit integer, p_before timestamptz default null, p_before_id uuid default null
) returns jsonb
-- With less memory the index is not sure what has a common beginning, and every text has to be looked at.
language plpgsql security definer set search_path = '' set work_mem = '32MB' as $$
declare
  -- The embedded database stays in a failed transaction after a refused call with an array.
  needles constant text[] := array(select jsonb_array_elements_text(p_needles::jsonb));
  query constant tsquery := private.search_query(p_user_id, needles);
  patterns constant text[] := array(select '%' || needle || '%' from unnest(needles) needle);
  -- Every text that the index finds has these.
  words constant text[] := array(
    select '%' || word || '%' from unnest(needles) needle, string_to_table(btrim(needle), ' ') word);
  deleted constant uuid[] := array(
    select id from private.deleted_chats where user_id = p_user_id and chat is not null);
  start constant timestamptz := coalesce(p_before, 'infinity');
  start_id constant uuid := coalesce(p_before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  -- The place of the text looked at last.
  place timestamptz := start;
  place_id uuid := start_id;
  -- How many texts were looked at, and their length in bytes, each counting as 2,000 at least.
  looked integer := 0;
  length_looked_at integer := 0;
  with_words integer := 0;
  asks_index boolean := false;
  text_looked_at text;
  has_more boolean := false;
  candidate record;
  messages jsonb[] := '{}';
  results jsonb;
begin
  -- One search of a person at a time. Another one is refused, because while it waits it would hold a connection.
  if not pg_try_advisory_xact_lock(hashtextextended('search of ' || p_user_id, 0)) then
    return jsonb_build_object('outcome', 'busy');
  end if;

  -- Messages that a function left when it died.
  perform public.index_messages(p_user_id);

  -- Common words are found soonest in the newest messages: the index would return all that have them, to be sorted.
  -- Where a fifth of the first 200 have the words, another 150 are looked at; else the index is asked.
  for candidate in
    select m.id, m.chat_id, m.role, m.created_at, m.content from public.messages m
    where m.user_id = p_user_id and m.content <> '' and m.compares is null and m.chat_id <> all (deleted) and m.created_at <= place and (m.created_at, m.id) < (place, place_id)
    order by m.created_at desc, m.id desc limit 351
  loop
    asks_index := cardinality(messages) <= p_limit and length_looked_at >= 400000 and with_words * 5 < looked;
    has_more := length_looked_at >= 700000;
    exit when asks_index or has_more or cardinality(messages) > p_limit;
    looked := looked + 1;
    length_looked_at := length_looked_at + greatest(octet_length(candidate.content), 2000);
    place := candidate.created_at;
    place_id := candidate.id;
    text_looked_at := private.search_text(candidate.content);
    if text_looked_at like all (words) then
      with_words := with_words + 1;
    end if;
    if text_looked_at like all (patterns) then
      messages := messages || to_jsonb(candidate);
    end if;
  end loop;

  if asks_index then
    has_more := false;
    length_looked_at := 0;
    for candidate in
      -- The query names the owner. A condition on user_id would let the planner choose another index.
      with matching as materialized (
        select m.id, m.chat_id, m.role, m.created_at from public.messages m
        where private.search_words(m.user_id, m.content) @@ query and m.search_later is null and m.compares is null
          and m.chat_id <> all (deleted)
        union all
        select m.id, m.chat_id, m.role, m.created_at from private.unindexed_chats u
        join public.messages m on m.user_id = p_user_id and m.chat_id = u.chat_id and m.created_at < u.before
        where u.user_id = p_user_id and m.search_later and m.compares is null and u.chat_id <> all (deleted)
      )
      select *, null::text as content from matching
      where (created_at, id) < (place, place_id) order by created_at desc, id desc
    loop
      exit when cardinality(messages) > p_limit;
      -- 150 texts at most: common words may be nowhere together as they were asked for.
      has_more := length_looked_at >= 300000;
      exit when has_more;
      place := candidate.created_at;
      place_id := candidate.id;
      select m.content into candidate.content from public.messages m
        where m.user_id = p_user_id and m.id = candidate.id;
      length_looked_at := length_looked_at + greatest(octet_length(candidate.content), 2000);
      if private.search_text(candidate.content) like all (patterns) then
        messages := messages || to_jsonb(candidate);
      end if;
    end loop;
  end if;

  with titled as materialized (
    select c.id, c.title, coalesce(c.last_message_at, c.created_at) as created_at from public.chats c
    where private.search_words(c.user_id, c.title) @@ query
  ), found as (
    select id as chat_id, title, null::uuid as message_id, null as role, created_at, null as content from titled
      where (created_at, id) < (start, start_id) and (not has_more or (created_at, id) > (place, place_id))
        and private.search_text(title) like all (patterns)
    union all
    select c.id, c.title, m.id, m.role, m.created_at, m.content
      from jsonb_to_recordset(to_jsonb(messages))
        as m (id uuid, chat_id uuid, role text, created_at timestamptz, content text)
      join public.chats c on c.user_id = p_user_id and c.id = m.chat_id
  ), newest as (
    select * from found order by created_at desc, coalesce(message_id, chat_id) desc limit p_limit + 1
  )
  select coalesce(jsonb_agg(newest order by created_at desc, coalesce(message_id, chat_id) desc), '[]') into results
  from newest;

  if jsonb_array_length(results) > p_limit then
    results := results - p_limit;
    place := results -> -1 ->> 'created_at';
    place_id := coalesce(results -> -1 ->> 'message_id', results -> -1 ->> 'chat_id');
    has_more := true;
  end if;
  return jsonb_build_object('outcome', 'found', 'results', results,
    'next', case when has_more then jsonb_build_object('at', place, 'id', place_id) end);
end $$;
revoke execute on function
  public.search_messages(uuid, text, integer, timestamptz, uuid) from public, anon, authenticated;
grant execute on function
  public.search_messages(uuid, text, integer, timestamptz, uuid) to service_role;

-- The query to the search indexes for texts of a person that may have every needle (see public.search_messages): the
-- owner, and the words that private.search_words gives. Characters of scripts without spaces are asked for twice, by
-- neighbours and by numbers, because a text has the ones or the others. A beginning of one or two characters is left
-- out when there is more to ask for: the index would read all words that begin so, of a sixteenth of all members.
create function private.search_query(p_user_id uuid, p_needles text[]) returns tsquery
language sql immutable parallel safe set search_path = '' as $$
  with words as (
    select word, position = max(position) over (partition by number) and needle not like '% ' as is_beginning,
      word ~ ('[' || private.unspaced_characters() || ']') as is_unspaced
    from unnest(p_needles) with ordinality as needles (needle, number),
      string_to_array(btrim(private.search_text(needle)), ' ') as list,
      unnest(list) with ordinality as words (word, position)
  ), terms (kind, word, is_beginning) as (
    select 'neighbours', substr(word, place, 2), length(word) = 1
      from words, generate_series(1, greatest(1, length(word) - 1)) as place where is_unspaced
    union all
    select 'numbers', '#' || ascii(character) % 4096, false
      from words, string_to_table(word, null) as character where is_unspaced
    union all
    select 'words', left(word, 64), is_beginning from words where not is_unspaced
  ), asked as (
    select *, kind = 'words' and is_beginning and length(word) < 3 as is_short from terms
  ), queries (kind, query) as (
    select kind, string_agg(distinct
      format('''%s%s''%s', left(p_user_id::text, 1), word, case when is_beginning then ':*' end), ' & ')
    from asked where not is_short or not exists (select from asked where not is_short) group by kind
  )
  select concat_ws(' & ', format('''@%s''', p_user_id), max(query) filter (where kind = 'words'),
    '(' || string_agg(query, ' | ') filter (where kind <> 'words') || ')')::tsquery
  from queries
$$;
revoke execute on function private.search_query(uuid, text[]) from public, anon, authenticated;

-- Stores that the member has seen a chat's answers up to p_seen, for all of their devices. An earlier p_seen changes
-- nothing. It needs no membership.
-- Outcomes: seen (with chat), not_found, gone (the chat was deleted).
create function public.see_chat(p_user_id uuid, p_chat_id uuid, p_seen timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  chat public.chats;
begin
  update public.chats set seen_at = least(p_seen, last_answer_at)
    where user_id = p_user_id and id = p_chat_id and seen_at < least(p_seen, last_answer_at);
  select * into chat from public.chats where user_id = p_user_id and id = p_chat_id;
  if chat.id is not null then
    return jsonb_build_object('outcome', 'seen', 'chat', to_jsonb(chat));
  elsif private.chat_is_deleted(p_user_id, p_chat_id) then
    return jsonb_build_object('outcome', 'gone');
  end if;
  return jsonb_build_object('outcome', 'not_found');
end $$;
revoke execute on function public.see_chat(uuid, uuid, timestamptz) from public, anon, authenticated;
grant execute on function public.see_chat(uuid, uuid, timestamptz) to service_role;

-- Sets a membership by hand, by e-mail address. Without p_membership_id, `active` sets one that the platform did not
-- sell, and any other status sets all active ones of the person. Without p_started_at the start stays, without
-- p_ended_at there is no end. `active` without either, for a membership that the platform sold, gives it to the person
-- and leaves its status and dates as they are.
-- Outcomes: applied, not_found.
create function public.set_membership(
  p_email text, p_status text, p_started_at timestamptz default null, p_ended_at timestamptz default null,
  p_membership_id text default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  person uuid;
  others text[] := '{}';
  event private.membership_events;
begin
  select a.id into person from private.addresses d join auth.users a on a.id = d.user_id
    where d.email = private.fold_address(p_email) order by a.email_confirmed_at is null, a.created_at limit 1;
  if person is null then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  event.source := 'hand';
  event.type := 'set_membership';
  event.member := person;
  event.sold := true;
  event.status := p_status;
  event.started_at := p_started_at;
  event.ended_at := p_ended_at;

  perform from private.memberships where user_id = person order by id for update;
  if p_status = 'active' and p_started_at is null and p_ended_at is null and exists (
    select from private.membership_events where membership_id = p_membership_id and source = 'platform' and sold
  ) then
    event.membership_id := p_membership_id;
    event.id := 'hand:' || gen_random_uuid();
    event.type := 'give_membership';
    event.happened_at := clock_timestamp();
    perform private.add_membership_event(event);
    return jsonb_build_object('outcome', 'applied');
  end if;
  event.membership_id := coalesce(
    p_membership_id,
    (select id from private.memberships m where user_id = person and (p_status <> 'active' or not exists (
        select from private.membership_events where membership_id = m.id and source = 'platform'))
      order by status = 'active' desc, event_at desc, id limit 1),
    'hand:' || person);
  if p_membership_id is null and p_status <> 'active' then
    others := array(select id from private.memberships
      where user_id = person and status = 'active' and id <> event.membership_id order by id);
  end if;
  event.started_at := coalesce(
    p_started_at,
    (select started_at from private.memberships where id = event.membership_id),
    (select membership_started_at from public.users where id = person));
  foreach event.membership_id in array others || event.membership_id loop
    event.id := 'hand:' || gen_random_uuid();
    event.happened_at := greatest(
      clock_timestamp(),
      (private.newest_membership_event(event.membership_id)).happened_at + interval '1 microsecond');
    perform private.add_membership_event(event);
  end loop;
  return jsonb_build_object('outcome', 'applied');
end $$;
revoke execute on function public.set_membership(text, text, timestamptz, timestamptz, text)
  from public, anon, authenticated;
grant execute on function public.set_membership(text, text, timestamptz, timestamptz, text) to service_role;

-- Writes these memberships, and public.users for everybody they belonged or belong to, from the events.
-- Lock order: address, membership (by id), user (by id).
create function private.settle_memberships(p_ids text[]) returns void
language plpgsql set search_path = '' as $$
declare
  people uuid[];
  person uuid;
begin
  perform from private.memberships where id = any (p_ids) order by id for update;
  people := array(select user_id from private.memberships where id = any (p_ids));
  update private.memberships m set
    user_id = private.membership_owner(m.id),
    email = e.email,
    product = e.product,
    plan = e.plan,
    status = e.status,
    started_at = e.started_at,
    renews_at = e.renews_at,
    ended_at = e.ended_at,
    manage_url = e.manage_url,
    source = e.source,
    event_at = e.happened_at
  from unnest(p_ids) given (id) cross join lateral private.newest_membership_event(given.id) e
  where m.id = given.id;
  people := people || array(select user_id from private.memberships where id = any (p_ids));
  for person in select distinct unnest from unnest(people) where unnest is not null order by 1 loop
    -- Locked by a statement of its own, so that the next one sees what others have written meanwhile.
    perform from public.users where id = person for no key update;
    perform private.show_membership(person);
  end loop;
end $$;
revoke execute on function private.settle_memberships(text[]) from public, anon, authenticated;

-- Writes a person's best membership into public.users: an active one, else one that starts later, else any other. Of
-- each kind first one of their own: paid with an address that they had confirmed, or given by an operator. The payer
-- writes the id in an event, so one that is theirs by that alone could hide their own and the link that ends it. Then
-- the active one that ends last, the next to start, the one heard of last. Without one the person is on trial.
create function private.show_membership(p_user_id uuid) returns void
language sql set search_path = '' as $$
  update public.users set
    membership_status = coalesce(best.status, 'trial'),
    membership_started_at = best.started_at,
    membership_renews_at = best.renews_at,
    membership_ended_at = best.ended_at,
    membership_id = case when not starts_with(best.id, 'hand:') then best.id end,
    membership_manage_url = best.manage_url,
    membership_event_at = best.event_at
  from (select 1) always left join lateral (
    select m.* from private.memberships m
    cross join lateral private.is_active(m.status, m.started_at, m.ended_at) is_active
    cross join lateral (select not is_active and private.is_active(m.status, null, m.ended_at)) later (is_coming)
    cross join lateral (select exists (
      select from private.membership_events e where e.membership_id = m.id and (e.source = 'hand' or exists (
        select from private.confirmed_addresses c where c.email = e.email and c.user_id = p_user_id))
    )) paid (is_own)
    where user_id = p_user_id
    order by
      is_active desc, is_coming desc, is_own desc,
      case when is_active then coalesce(ended_at, 'infinity') end desc, case when is_coming then started_at end,
      event_at desc, id
    limit 1
  ) best on true
  where users.id = p_user_id
$$;
revoke execute on function private.show_membership(uuid) from public, anon, authenticated;

-- The state of a stored question, as begin_turn returns it: answered, running (counting one more that waits) or
-- crowded; null when its answer may be claimed, or its chat is gone. p_answer_id: one of its answers, or null for the
-- newest. p_compares: of a comparison, its answers.
create function private.standing_of(p_question public.messages, p_answer_id uuid, p_compares uuid[]) returns jsonb
language plpgsql set search_path = '' as $$
declare
  chat constant jsonb := (select to_jsonb(c) from public.chats c
    where c.user_id = p_question.user_id and c.id = p_question.chat_id);
  reply public.messages;
  attempt private.attempts;
begin
  if chat is null then
    return null;
  end if;
  select * into reply from public.messages
    where user_id = p_question.user_id and reply_to = p_question.id and id = coalesce(p_answer_id, id)
      and compares is not distinct from p_compares
    order by created_at desc limit 1;
  if reply.id is not null then
    return jsonb_build_object('outcome', 'answered',
      'chat', chat, 'question', to_jsonb(p_question), 'reply', to_jsonb(reply));
  end if;

  select * into attempt from private.attempts
    where user_id = p_question.user_id and question_id = p_question.id and id = coalesce(p_answer_id, id)
      and compares is not distinct from p_compares and claimed_until > clock_timestamp()
    order by started_at desc limit 1;
  if attempt.id is null then
    return null;
  end if;
  update private.attempts set waiting = waiting + 1
    where user_id = attempt.user_id and id = attempt.id and claimed_until > clock_timestamp() and waiting < 3;
  if found then
    return jsonb_build_object('outcome', 'running', 'chat', chat, 'question', to_jsonb(p_question),
      'answer', jsonb_build_object('id', attempt.id, 'model', attempt.model));
  elsif exists (
    select from private.attempts
    where user_id = attempt.user_id and id = attempt.id and claimed_until > clock_timestamp()
  ) then
    return jsonb_build_object('outcome', 'crowded');
  end if;
  return null;
end $$;
revoke execute on function private.standing_of(public.messages, uuid, uuid[]) from public, anon, authenticated;

-- Marks an answer or a comparison as stopped, or without p_answer_id every answer to the question that is being written
-- or asked for. Whoever writes it sees that when renewing the claim. Outcomes: marked, not_found (the question).
create function public.stop_turn(p_user_id uuid, p_chat_id uuid, p_question_id uuid, p_answer_id uuid default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  -- Locks the chat before the attempts, as its deletion does.
  perform from public.chats where user_id = p_user_id and id = p_chat_id for key share;
  if not found or not exists (
    select from public.messages
    where user_id = p_user_id and id = p_question_id and chat_id = p_chat_id and role = 'user'
  ) then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  update private.attempts set stopped_at = clock_timestamp()
    where user_id = p_user_id and id = any (array(
      select id from private.attempts
      where user_id = p_user_id and question_id = p_question_id and id = coalesce(p_answer_id, id)
        and (id = p_answer_id or compares is null) and (claimed_until is not null or claim_id is null)
      order by id for update));
  return jsonb_build_object('outcome', 'marked');
end $$;
revoke execute on function public.stop_turn(uuid, uuid, uuid, uuid) from public, anon, authenticated;
grant execute on function public.stop_turn(uuid, uuid, uuid, uuid) to service_role;

-- Seconds to wait before the member may do one more of p_kind; 0 when allowed, and then it is counted. A window starts
-- with its first use. One that starts in the future began before the clock was set back, and is over. Callers hold a
-- lock, so that two never count at once.
create function private.take(p_user_id uuid, p_kind text, p_limit integer, p_window interval)
returns integer
language plpgsql set search_path = '' as $$
declare
  moment constant timestamptz := clock_timestamp();
  current private.usage;
begin
  select * into current from private.usage where user_id = p_user_id and kind = p_kind;
  if current.user_id is null or current.started_at <= moment - p_window or current.started_at > moment then
    current.started_at := moment;
    current.used := 0;
  end if;
  if current.used >= p_limit then
    return greatest(1, ceil(extract(epoch from current.started_at + p_window - moment)));
  end if;
  insert into private.usage (user_id, kind, started_at, used)
    values (p_user_id, p_kind, current.started_at, current.used + 1)
    on conflict (user_id, kind) do update set started_at = excluded.started_at, used = excluded.used;
  return 0;
end $$;
revoke execute on function private.take(uuid, text, integer, interval) from public, anon, authenticated;

-- Counts what an import adds. Returns the seconds to wait before the member may import that much; 0 when allowed, and only
-- then it is counted. Windows are those of private.take. Callers hold the member's row, so two never count at once.
create function private.take_import(
  p_user_id uuid, p_messages integer, p_bytes bigint, p_messages_per_day integer, p_mb_per_day integer
) returns integer
language plpgsql set search_path = '' as $$
declare
  moment constant timestamptz := clock_timestamp();
  wait integer;
begin
  with windows as materialized (
    select l.kind, l.amount, l.most,
      case when is_open then u.started_at else moment end as started_at, case when is_open then u.used else 0 end as used
    from (values
      ('imported_messages_day', p_messages, p_messages_per_day),
      ('imported_kb_day', ceil(p_bytes / 1024.0)::integer, p_mb_per_day * 1024::bigint)) l (kind, amount, most)
    left join private.usage u on u.user_id = p_user_id and u.kind = l.kind
    cross join lateral (select u.started_at > moment - interval '1 day' and u.started_at <= moment) o (is_open)
  ), refusing as (
    select max(started_at) + interval '1 day' as until from windows where used + amount > most
  ), counted as (
    insert into private.usage (user_id, kind, started_at, used)
      select p_user_id, kind, started_at, used + amount from windows where (select until from refusing) is null
      on conflict (user_id, kind) do update set started_at = excluded.started_at, used = excluded.used
  )
  select case when until is null then 0 else greatest(1, ceil(extract(epoch from until - moment))) end into wait
    from refusing;
  return wait;
end $$;
revoke execute on function private.take_import(uuid, integer, bigint, integer, integer)
  from public, anon, authenticated;

-- Counts one more turn of the member, and with p_chats_per_minute one more chat. Nothing is counted when a limit refuses.
-- wait: seconds until every limit allows it; 0 when none refuses.
-- turns_left: count, how many more turns the member may begin by the tighter of the two limits; until, when its window
-- ends; near, the same of the tighter limit of which nine tenths are used, null when there is none.
-- Windows are those of private.take. Callers hold the member's row, so two never count at once.
create function private.take_turn(
  p_user_id uuid, p_turns_per_minute integer, p_turns_per_day integer, p_chats_per_minute integer,
  out wait integer, out turns_left jsonb
)
language plpgsql set search_path = '' as $$
declare
  moment constant timestamptz := clock_timestamp();
begin
  with windows as materialized (
    select l.place, l.kind, l.most, l.length,
      case when is_open then u.started_at else moment end as started_at, case when is_open then u.used else 0 end as used
    from (values
      (1, 'chats_minute', p_chats_per_minute, interval '1 minute'),
      (2, 'turns_minute', p_turns_per_minute, interval '1 minute'),
      (3, 'turns_day', p_turns_per_day, interval '1 day')) l (place, kind, most, length)
    left join private.usage u on u.user_id = p_user_id and u.kind = l.kind
    cross join lateral (select u.started_at > moment - l.length and u.started_at <= moment) o (is_open)
    where l.most is not null
  ), refusing as (
    select started_at + length as until from windows where used >= most order by until desc limit 1
  ), counted as (
    insert into private.usage (user_id, kind, started_at, used)
      select p_user_id, kind, started_at, used + 1 from windows where not exists (select from refusing)
      on conflict (user_id, kind) do update set started_at = excluded.started_at, used = excluded.used
  ), turns as (
    select place, most, greatest(0, most - used - 1) as count, started_at + length as until from windows where place > 1
  )
  select coalesce((select greatest(1, ceil(extract(epoch from until - moment))) from refusing), 0),
    jsonb_build_object('count', t.count, 'until', t.until, 'near', (
      select jsonb_build_object('count', n.count, 'until', n.until) from turns n
      where n.count <= 0.1 * n.most order by n.count, n.until desc limit 1))
    into wait, turns_left
    from turns t order by t.count, t.until desc limit 1;
end $$;
revoke execute on function private.take_turn(uuid, integer, integer, integer) from public, anon, authenticated;

-- About how many tokens a text has: a quarter for a character of one byte in UTF-8 (English), about one for three bytes
-- (Chinese), more for four (emoji).
create function private.tokens_of(p_text text) returns integer
language sql immutable set search_path = '' as $$
  select ceil(char_length(p_text) / 4.0 + (octet_length(p_text) - char_length(p_text)) * 0.4)::integer
$$;
revoke execute on function private.tokens_of(text) from public, anon, authenticated;
grant execute on function private.tokens_of(text) to service_role;

-- Undoes an import of the member within ten minutes of its newest batch: what it added is deleted for good. A chat in
-- which something was written since stays as it is. It needs no membership.
-- p_after: the `after` of the call before. p_limit: how many messages to remove at once.
-- Locks: member, import, chat, as everywhere.
-- Outcomes: more (call it again, with after) and undone, both with chats: of each chat key, chat_id, here (how many of
-- its imported messages remain), has_more (whether something was written since); not_found, gone (it is too late).
create function public.undo_import(
  p_user_id uuid, p_import_id uuid, p_after uuid default '00000000-0000-0000-0000-000000000000', p_limit integer default 2000
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  import private.imports;
  piece record;
  target public.chats;
  is_deleted boolean;
  ids uuid[];
  here integer;
  first_at timestamptz;
  has_more boolean;
  place uuid := p_after;
  removed integer := 0;
  at_once integer;
  chats jsonb := '[]';
begin
  perform from public.users where id = p_user_id for no key update;
  select * into import from private.imports where user_id = p_user_id and id = p_import_id for update;
  if import.id is null then
    return jsonb_build_object('outcome', 'not_found');
  elsif import.newest_at <= clock_timestamp() - interval '10 minutes' then
    return jsonb_build_object('outcome', 'gone');
  end if;
  update private.imports set is_undone = true, newest_at = clock_timestamp()
    where user_id = p_user_id and id = p_import_id;

  for piece in
    select chat_id, min(chat_key) as key, bool_or(is_new) as is_new from private.imported_pieces
    where user_id = p_user_id and import_id = p_import_id and chat_id > p_after
    group by chat_id order by chat_id
  loop
    if removed >= p_limit then
      return jsonb_build_object('outcome', 'more', 'chats', chats, 'after', place);
    end if;
    select * into target from public.chats where user_id = p_user_id and id = piece.chat_id for update;
    is_deleted := target.id is null;
    if is_deleted then
      select (jsonb_populate_record(null::public.chats, d.chat)).* into target from private.deleted_chats d
        where d.user_id = p_user_id and d.id = piece.chat_id for update;
    end if;
    ids := array(select unnest(message_ids) from private.imported_pieces
      where user_id = p_user_id and import_id = p_import_id and chat_id = piece.chat_id);
    select count(*), min(created_at) into here, first_at from public.messages
      where user_id = p_user_id and id = any (ids);
    has_more := here < (select count(*) from public.messages
        where user_id = p_user_id and chat_id = piece.chat_id and created_at >= first_at)
      or exists (select from private.attempts where user_id = p_user_id and question_id = any (ids));

    if not has_more and piece.is_new then
      -- Deleted as any chat is, but purged at once, and its id with it.
      delete from public.chats where user_id = p_user_id and id = piece.chat_id;
      update private.deleted_chats
        set deleted_at = case when is_deleted
          then least(deleted_at, clock_timestamp() - interval '10 minutes') else '-infinity' end
        where user_id = p_user_id and id = piece.chat_id and chat is not null;
      removed := removed + 20;
      here := 0;
    elsif not has_more then
      -- The newest first, so that answers go before their questions.
      delete from public.messages where user_id = p_user_id and id = any (array(
        select id from public.messages where user_id = p_user_id and id = any (ids)
        order by created_at desc limit p_limit - removed));
      get diagnostics at_once = row_count;
      removed := removed + at_once;
      here := here - at_once;
      select max(created_at), max(created_at) filter (where role = 'assistant' and compares is null)
        into target.last_message_at, target.last_answer_at
        from public.messages where user_id = p_user_id and chat_id = piece.chat_id;
      if target.chosen_answer = any (ids) then
        select chosen_before into target.chosen_answer from private.imported_pieces
          where user_id = p_user_id and import_id = p_import_id and chat_id = piece.chat_id
          order by id limit 1;
      end if;
      if is_deleted then
        update private.deleted_chats set chat = to_jsonb(target) where user_id = p_user_id and id = piece.chat_id;
      else
        update public.chats set last_message_at = target.last_message_at, last_answer_at = target.last_answer_at,
            chosen_answer = target.chosen_answer
          where user_id = p_user_id and id = piece.chat_id;
      end if;
      if here > 0 then
        return jsonb_build_object('outcome', 'more', 'chats', chats, 'after', place);
      end if;
    end if;
    if not has_more then
      -- The same chat may be imported again under the same ids, which another call for this import must not delete.
      delete from private.imported_pieces
        where user_id = p_user_id and import_id = p_import_id and chat_id = piece.chat_id;
    end if;
    place := piece.chat_id;
    chats := chats || jsonb_build_object('key', piece.key, 'chat_id', piece.chat_id, 'here', here, 'has_more', has_more);
  end loop;

  perform private.purge_chats(p_limit);
  if exists (
    select from private.deleted_chats where user_id = p_user_id and deleted_at = '-infinity' and chat is not null
  ) then
    return jsonb_build_object('outcome', 'more', 'chats', chats, 'after', place);
  end if;
  -- Instructions that no remaining message was given.
  delete from public.instructions i
    where i.user_id = p_user_id
      and not exists (select from public.messages where user_id = p_user_id and instructions_id = i.id)
      and not exists (select from private.attempts where user_id = p_user_id and instructions_id = i.id);
  return jsonb_build_object('outcome', 'undone', 'chats', chats, 'after', place);
end $$;
revoke execute on function public.undo_import(uuid, uuid, uuid, integer) from public, anon, authenticated;
grant execute on function public.undo_import(uuid, uuid, uuid, integer) to service_role;

-- The imports of the member that added something and can still be undone, newest first. It needs no membership.
-- Outcome: listed, with imports: import_id, until, chats and messages (how many it has added).
create function public.undoable_imports(p_user_id uuid, p_limit integer default 50) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('outcome', 'listed', 'imports', coalesce(jsonb_agg(jsonb_build_object(
      'import_id', u.id, 'until', u.newest_at + interval '10 minutes', 'chats', u.chats, 'messages', u.messages)
      order by u.newest_at desc), '[]'))
    from (
      select i.id, i.newest_at, count(distinct p.chat_id) as chats, sum(cardinality(p.message_ids)) as messages
      from private.imports i
      join private.imported_pieces p on p.user_id = i.user_id and p.import_id = i.id
      where i.user_id = p_user_id and i.is_open and not i.is_undone
        and i.newest_at > clock_timestamp() - interval '10 minutes' and cardinality(p.message_ids) > 0
      group by i.id, i.newest_at
      order by i.newest_at desc
      limit p_limit
    ) u
$$;
revoke execute on function public.undoable_imports(uuid, integer) from public, anon, authenticated;
grant execute on function public.undoable_imports(uuid, integer) to service_role;

-- Stores the member's instructions, for replies from now on; an empty text removes them. It needs no membership.
-- Outcomes: updated, not_found (the account is gone).
create function public.update_instructions(p_user_id uuid, p_instructions text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  update public.users set instructions = nullif(p_instructions, '') where id = p_user_id;
  return jsonb_build_object('outcome', case when found then 'updated' else 'not_found' end);
end $$;
revoke execute on function public.update_instructions(uuid, text) from public, anon, authenticated;
grant execute on function public.update_instructions(uuid, text) to service_role;

-- For the operator: what the models did in each hour.
create view private.turn_statistics with (security_invoker = true) as
select
  hour, model,
  sum(turns)::bigint as turns,
  coalesce(sum(turns) filter (where failure is null), 0)::bigint as whole,
  coalesce(jsonb_object_agg(failure, turns) filter (where failure is not null), '{}') as failed,
  max(median) as median_first_text_ms,
  sum(input_tokens)::bigint as input_tokens,
  sum(cached_tokens)::bigint as cached_tokens,
  sum(output_tokens)::bigint as output_tokens
from (
  select
    date_trunc('hour', ended_at) as hour, model, failure,
    count(*) as turns,
    sum(input_tokens) as input_tokens, sum(cached_tokens) as cached_tokens, sum(output_tokens) as output_tokens
  from private.ended_turns group by 1, 2, 3
) by_failure
join (
  select date_trunc('hour', ended_at) as hour, model,
    percentile_cont(0.5) within group (order by first_text_ms)::integer as median
  from private.ended_turns group by 1, 2
) first_texts using (hour, model)
group by hour, model;
revoke all on private.turn_statistics from public, anon, authenticated;
grant usage on schema private to service_role;
grant select on private.turn_statistics, private.ended_turns to service_role;

-- Purges deleted chats every minute by pg_cron, so that they go without traffic too. npm start has a timer of its own.
-- Where pg_cron cannot be had, only writes purge; if creating it failed, the migration says so.
do $$
begin
  if exists (select from pg_catalog.pg_available_extensions where name = 'pg_cron') then
    create extension if not exists pg_cron;
  end if;
exception when others then
  raise warning 'pg_cron cannot be used (%): schedule private.purge_chats yourself.', sqlerrm;
end $$;

do $$
begin
  if to_regprocedure('cron.schedule(text, text, text)') is not null then
    perform cron.schedule('purge deleted chats', '* * * * *', 'select private.purge_chats(100000)');
  end if;
end $$;

-- A read that embeds one table in another grows with the product of their rows. The REST service lets a function that
-- has the name of a table and takes a row of another one replace every relationship between the two. No role may
-- execute these, so no read embeds a table.
do $$
declare
  one text;
  other text;
begin
  for one, other in values
    ('chats', 'users'), ('users', 'chats'), ('messages', 'users'), ('users', 'messages'),
    ('chats', 'messages'), ('messages', 'chats'), ('messages', 'messages'),
    ('instructions', 'users'), ('users', 'instructions')
  loop
    execute format('create function public.%1$I(public.%2$I) returns setof public.%1$I
      language sql stable set search_path = '''' as ''select null::public.%1$I where false''', one, other);
    execute format(
      'revoke execute on function public.%I(public.%I) from public, anon, authenticated, service_role', one, other);
  end loop;
end $$;
