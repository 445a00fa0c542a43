-- Merging counts of values raises the version of the vocabulary, as merging counts of words does. With a lock of its own it
-- kept that row until its transaction ended, and whoever merged words waited for it: an order of the last unit, during an
-- import of values. One lock for both: the other one leaves its changes for the next.
create or replace function merge_facet_values() returns void language plpgsql set search_path from current as $$
begin
  if not pg_try_advisory_xact_lock(7253002) then
    return;
  end if;
  with taken as (delete from facet_value_changes returning part_type_id, facet, parts)
  insert into facet_value_counts as kept (part_type_id, facet, parts)
    select part_type_id, facet, sum(parts) from taken group by 1, 2 having sum(parts) <> 0
    on conflict (part_type_id, facet) do update set parts = kept.parts + excluded.parts;
  if found then
    delete from facet_value_counts where parts <= 0;
    update vocabulary_version set version = version + 1;
  end if;
end
$$;
