package sqlite

import (
	"context"
	"database/sql"
)

// mending makes rows whole again that lead to others which could not be read. A
// memory keeps its project apart from others though the name is lost, and begins
// its history anew where a part of that is.
var mending = []string{
	`insert or ignore into projects (id, name, name_key, created_at) values (1, 'unfiled', 'unfiled', 0), (2, 'global', 'global', 0)`,
	`insert or ignore into projects (id, name, name_key, created_at)
		select project_id, 'project ' || project_id, 'project ' || project_id, 0 from (
			select project_id from memories union select project_id from sessions
			union select project_id from project_keys union select project_id from project_aliases
			union select project_id from client_projects union select merged_into from projects where merged_into is not null)
		where project_id not in (select id from projects)`,
	`insert or ignore into clients (id, first_at, last_at) select client, min(started_at), max(last_at) from sessions group by client`,
	`insert or ignore into clients (id, first_at, last_at) select distinct client, 0, 0 from client_projects`,
	`update memories set session_id = null where session_id not in (select id from sessions)`,
	`update writings set session_id = null where session_id not in (select id from sessions)`,
	`update acts set session_id = null where session_id not in (select id from sessions)`,

	`delete from revisions where act_id not in (select id from acts)`,
	`update memories set revision = 1, act_id = 0
		where revision <> (select count(*) from revisions where memory_id = memories.id) or act_id not in (select id from acts)`,
	`delete from revisions where memory_id in (select id from memories where act_id = 0)`,
	`delete from writing_revisions where act_id not in (select id from acts)`,
	`update writings set revision = 1, act_id = 0
		where revision <> (select count(*) from writing_revisions where writing_id = writings.id) or act_id not in (select id from acts)`,
	`delete from writing_revisions where writing_id in (select id from writings where act_id = 0)`,
	// One act each, by whom the text is.
	`insert into acts (author_kind, client, at, kind, process, count)
		select iif(client = '', 'person', 'client'), client, updated_at, 'save', 'salvaged memory ' || id, 1 from memories where act_id = 0`,
	`update memories set act_id = (select id from acts where process = 'salvaged memory ' || memories.id) where act_id = 0`,
	`insert or ignore into revisions (memory_id, revision, act_id) select id, 1, act_id from memories
		where not exists (select 1 from revisions where memory_id = memories.id)`,
	`insert into acts (author_kind, client, at, kind, process, count)
		select iif(client = '', 'person', 'client'), client, updated_at, 'save', 'salvaged writing ' || id, 1 from writings where act_id = 0`,
	`update writings set act_id = (select id from acts where process = 'salvaged writing ' || writings.id) where act_id = 0`,
	`insert or ignore into writing_revisions (writing_id, revision, act_id) select id, 1, act_id from writings
		where not exists (select 1 from writing_revisions where writing_id = writings.id)`,
	`update acts set process = '' where process glob 'salvaged *'`,
}

func mend(ctx context.Context, tx *sql.Tx) error {
	// The acts are found again by what they are for.
	if _, err := tx.ExecContext(ctx, `create index salvage_process on acts (process)`); err != nil {
		return err
	}
	for _, one := range mending {
		if _, err := tx.ExecContext(ctx, one); err != nil {
			return err
		}
	}
	return nil
}
