-- Why a step of an import ended before it was done: an error code of the store's, until somebody goes on.
alter table imports add column failure text;
