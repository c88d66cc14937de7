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
