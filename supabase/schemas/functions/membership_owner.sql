-- The person a membership belongs to: whoever an operator named last, else whoever the first event named that names
-- anybody. Null while none does.
create function private.membership_owner(p_membership_id text) returns uuid
language plpgsql stable set search_path = '' as $$
declare
  event private.membership_events;
  person uuid;
begin
  for event in
    select * from private.membership_events e where membership_id = p_membership_id
    order by
      case when source = 'hand' or type = 'before' then happened_at end desc nulls last,
      happened_at, to_jsonb(e) - 'id' - 'received_at'
  loop
    person := private.event_person(event);
    exit when person is not null;
  end loop;
  return person;
end $$;
revoke execute on function private.membership_owner(text) from public, anon, authenticated;
