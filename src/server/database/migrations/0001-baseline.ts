import { derivedForm } from '../derived.ts';
import { step } from './step.ts';

/**
 * The tables of version 1.0.0. A database of that version, which had more migrations, is taken over
 * (`../migrations.ts`), so the names of constraints and indexes stay as its migrations left them.
 */
export const baseline = step(`
  -- Catalogue
  create table records (
    id integer primary key, kind text not null, external text, code text,
    state text not null check (state in ('draft', 'review', 'published', 'archived')),
    version integer not null, title_key text not null, letter text not null, newest_key text not null,
    reviewed_at text, reviewer text, review_due text, created_at text not null,
    updated_at text not null, changed_seq integer, card text not null, origins text not null,
    sources text not null, data text not null, completeness integer
  );
  create unique index records_external on records (kind, external);
  create unique index records_code on records (kind, code);
  create index records_title on records (kind, state, title_key, id);
  create index records_newest on records (kind, state, newest_key, id);
  create index records_updated on records (kind, state, updated_at, id);
  create index records_changed on records (changed_seq);
  create index records_completeness on records (kind, completeness, id);
  create index records_due on records (kind, review_due, id);
  create table links (
    from_id integer not null references records (id) on delete cascade,
    field text not null,
    to_id integer not null references records (id),
    constraint links_key primary key (from_id, field, to_id)
  );
  create index links_to on links (to_id, field, from_id);
  create table facets (
    record_id integer not null references records (id) on delete cascade,
    kind text not null, field text not null, value text not null,
    constraint facets_key primary key (record_id, field, value)
  );
  create index facets_value on facets (kind, field, value, record_id);
  create table revisions (
    record_id integer not null references records (id) on delete cascade,
    version integer not null, state text not null, author text not null, reason text,
    created_at text not null, sources text not null, data text not null, fields text,
    constraint revisions_key primary key (record_id, version)
  );
  create table changes (
    seq integer primary key,
    record_id integer not null references records (id) on delete cascade,
    kind text not null,
    action text not null check (action in ('put', 'remove')),
    version integer not null, created_at text not null
  );
  create index changes_record on changes (record_id);
  create table terms (
    vocabulary text not null, code text not null, title text not null, position integer not null,
    data text,
    constraint terms_key primary key (vocabulary, code)
  );
  create table meta (name text primary key, value integer not null);
  create table search_misses (
    query text primary key, count integer not null, last_at text not null,
    match text default 'nothing' not null, shown text default '[]' not null
  );
  create table search_hints (hash text primary key, askers text not null, last_at text not null);

  -- People
  create table users (
    id integer primary key,
    type text not null check (type in ('doctor', 'patient', 'editor', 'admin')),
    email text not null, email_key text not null, confirmed_at text, verified_at text, blocked_at text,
    password text, last_name text not null, name text not null, second_name text, subject text,
    city text, med text, company text, position text,
    disease_id integer references records (id) on delete set null,
    frequency text default 'weekly' not null, created_at text not null, updated_at text not null,
    paused_frequency text, paused_mailings text, password_least integer default 12 not null,
    address_frozen_until text, is_family integer default 0 not null, week_sent text
  );
  create unique index users_confirmed on users (email_key) where confirmed_at is not null;
  create index users_email on users (email_key, id);
  alter table records add column owner_id integer references users (id) on delete set null;
  alter table records add column successor_id integer references records (id) on delete set null;
  create table user_terms (
    user_id integer not null references users (id) on delete cascade,
    vocabulary text not null, code text not null,
    constraint user_terms_key primary key (user_id, vocabulary, code)
  );
  create table avatars (
    user_id integer not null references users (id) on delete cascade,
    data text not null, hash text not null,
    constraint avatars_key primary key (user_id)
  );
  create table sessions (
    user_id integer not null references users (id) on delete cascade,
    token_hash text primary key, id text not null unique, created_at text not null,
    seen_at text not null, expires_at text not null, ip text not null, agent text not null,
    stage text default 'full' not null
  );
  create index sessions_user on sessions (user_id);
  create table devices (
    user_id integer not null references users (id) on delete cascade,
    token_hash text primary key, created_at text not null, seen_at text not null
  );
  create index devices_user on devices (user_id);
  create table tokens (
    user_id integer not null references users (id) on delete cascade,
    hash text primary key, purpose text not null, email text, created_at text not null,
    expires_at text not null, used_at text
  );
  create index tokens_user on tokens (user_id, purpose);
  create table consents (
    user_id integer not null references users (id) on delete cascade,
    id integer primary key, purpose text not null, document text not null, version text not null,
    sha256 text not null, text text not null, given_at text not null, withdrawn_at text,
    ip text not null, agent text not null
  );
  create index consents_user on consents (user_id);
  create table captchas (
    ssid_hash text primary key, answer text not null, expires_at text not null, form text
  );
  create index captchas_expired on captchas (expires_at);
  create table limits (
    key text primary key, count integer not null, since text not null, until text not null
  );
  create index limits_over on limits (until);
  create table outbox (
    id integer primary key, kind text not null,
    user_id integer references users (id) on delete cascade,
    recipient text not null, subject text not null, text text not null, html text not null,
    created_at text not null, due_at text not null, attempts integer not null, sent_at text,
    problem text, unsubscribe text
  );
  create index outbox_due on outbox (sent_at, due_at);
  create index outbox_user on outbox (user_id);
  create table audit (
    id integer primary key, at text not null, action text not null,
    user_id integer references users (id) on delete set null,
    actor_id integer references users (id) on delete set null,
    ip text, agent text, details text, salt text, seal text, hash text, record_id integer, key text,
    pseudonym text
  );
  create index audit_user on audit (user_id, at);
  create index audit_actor on audit (actor_id);
  create index audit_deed on audit (action, at);
  create index audit_placed on audit (at) where ip is not null or agent is not null;
  create index audit_pseudonym on audit (pseudonym);
  create table subscriptions (
    user_id integer not null references users (id) on delete cascade,
    kind text not null, object text not null, frequency text not null, created_at text not null,
    notified_seq integer default 0 not null, paused_from text,
    constraint subscriptions_key primary key (user_id, kind, object)
  );
  create index subscriptions_object on subscriptions (kind, object);
  create index subscriptions_told on subscriptions (frequency, notified_seq);
  create table mailings (
    user_id integer not null references users (id) on delete cascade,
    code text not null, created_at text not null,
    constraint mailings_key primary key (user_id, code)
  );
  create table applications (
    user_id integer not null references users (id) on delete cascade,
    id integer primary key, type text not null, text text not null,
    record_id integer references records (id) on delete set null,
    status text not null, answer text, created_at text not null, updated_at text not null,
    editor_id integer references users (id) on delete set null
  );
  create index applications_user on applications (user_id);
  create index applications_queue on applications (status, id);
  create table application_events (
    application_id integer not null references applications (id) on delete cascade,
    position integer not null, status text not null, at text not null,
    constraint application_events_key primary key (application_id, position)
  );
  create table reports (
    id integer primary key,
    record_id integer references records (id) on delete set null,
    field text, text text not null, email text, email_key text, status text not null, answer text,
    created_at text not null, updated_at text not null
  );
  create index reports_status on reports (status, id);
  create index reports_email on reports (email_key);
  create index reports_record on reports (record_id);
  create table report_consents (
    report_id integer primary key references reports (id) on delete cascade,
    document text not null, version text not null, sha256 text not null, text text not null,
    given_at text not null, ip text not null, agent text not null
  );
  create table notified_changes (
    user_id integer not null constraint told_user_id_fkey references users (id) on delete cascade,
    record_id integer not null constraint told_record_id_fkey references records (id) on delete cascade,
    seq integer not null,
    constraint told_key primary key (user_id, record_id)
  );
  create table secrets (name text primary key, value text not null);

  -- Accounts
  create table uploads (
    user_id integer not null references users (id) on delete cascade,
    id integer primary key, purpose text not null, file text not null unique, name text not null,
    type text not null, size integer not null, sha256 text not null, created_at text not null
  );
  create index uploads_user on uploads (user_id);
  create table application_files (
    application_id integer not null references applications (id) on delete cascade,
    upload_id integer not null references uploads (id) on delete cascade,
    constraint application_files_key primary key (application_id, upload_id)
  );
  create index application_files_upload on application_files (upload_id);
  create table verifications (
    user_id integer not null references users (id) on delete cascade,
    application_id integer primary key references applications (id) on delete cascade,
    way text not null, email text, email_confirmed_at text, due_at text not null, decision text,
    decided_at text,
    decided_by integer references users (id) on delete set null
  );
  create index verifications_user on verifications (user_id);
  create table factors (
    user_id integer not null references users (id) on delete cascade,
    secret text, pending text, confirmed_at text, created_at text not null, used_steps text,
    constraint factors_key primary key (user_id)
  );
  create table recovery_codes (
    user_id integer not null references users (id) on delete cascade,
    hash text not null, used_at text,
    constraint recovery_codes_key primary key (user_id, hash)
  );
  create table idempotency_keys (
    key text constraint repeats_pkey primary key,
    user_id integer constraint repeats_user_id_fkey references users (id) on delete cascade,
    body text not null, answer text not null, created_at text not null
  );
  create index repeats_old on idempotency_keys (created_at);
  create index repeats_user on idempotency_keys (user_id);
  create table readings (
    user_id integer not null references users (id) on delete cascade,
    id integer primary key, at text not null,
    reader_id integer references users (id) on delete set null,
    fields text not null, place text not null
  );
  create index readings_user on readings (user_id, at);
  create index readings_reader on readings (reader_id);
  create table founding_links (
    hash text primary key, created_at text not null, expires_at text not null
  );
  create table address_changes (
    user_id integer not null references users (id) on delete cascade,
    old_hash text primary key, new_hash text not null unique, email text not null,
    old_confirmed_at text, new_confirmed_at text, done_at text, created_at text not null,
    expires_at text not null
  );
  create index address_changes_user on address_changes (user_id);
  create table passkeys (
    user_id integer not null references users (id) on delete cascade,
    id text primary key, public_key text not null, counter text not null, transports text not null,
    name text not null, created_at text not null, used_at text
  );
  create index passkeys_user on passkeys (user_id);
  create table passkey_challenges (
    holder text not null, purpose text not null,
    user_id integer references users (id) on delete cascade,
    challenge text not null, expires_at text not null,
    constraint passkey_challenges_key primary key (holder, purpose)
  );
  create index passkey_challenges_user on passkey_challenges (user_id);

  -- Clinical cases
  create table cases (
    id integer primary key,
    user_id integer references users (id) on delete set null,
    demo integer not null,
    state text not null check (state in ('draft', 'review', 'returned', 'published', 'declined', 'archived')),
    version integer not null, published integer not null, edition integer not null,
    round integer not null, title text not null, reason text not null, question_outcome text not null,
    question_answer integer, question_closed_at text, submitted_at text, published_at text,
    revised_at text, created_at text not null, updated_at text not null, changed_seq integer,
    data text not null, shown text, returned text, question_asked_at text, question_circles text
  );
  create index cases_user on cases (user_id, updated_at);
  create index cases_published on cases (published, published_at);
  create index cases_state on cases (state, submitted_at);
  create index cases_changed on cases (changed_seq);
  create table case_values (
    case_id integer not null references cases (id) on delete cascade,
    field text not null, value text not null,
    constraint case_values_key primary key (case_id, field, value)
  );
  create index case_values_value on case_values (field, value, case_id);
  create table case_editions (
    case_id integer not null references cases (id) on delete cascade,
    editor_id integer references users (id) on delete set null,
    edition integer not null, published_at text not null, data text not null,
    constraint case_editions_key primary key (case_id, edition)
  );
  create table case_files (
    case_id integer not null references cases (id) on delete cascade,
    id integer primary key,
    upload_id integer references uploads (id) on delete set null,
    role text not null check (role in ('figure', 'consent')),
    file text not null unique, name text not null, type text not null, size integer not null,
    width integer not null, height integer not null, created_at text not null
  );
  create index case_files_case on case_files (case_id);
  create index case_files_upload on case_files (upload_id);
  create table case_consents (
    file_id integer primary key,
    case_id integer references cases (id) on delete set null,
    sha256 text not null, received_at text not null, removed_at text
  );
  create index case_consents_case on case_consents (case_id);
  create table case_consent_looks (
    id integer primary key,
    file_id integer not null references case_consents (file_id) on delete cascade,
    round integer not null,
    editor_id integer references users (id) on delete set null,
    at text not null
  );
  create index case_consent_looks_file on case_consent_looks (file_id, round);
  create table case_remarks (
    case_id integer not null references cases (id) on delete cascade,
    editor_id integer references users (id) on delete set null,
    id integer primary key, round integer not null, field text not null, text text not null,
    created_at text not null, resolved_at text, answer text default '' not null
  );
  create index case_remarks_case on case_remarks (case_id);
  create table case_events (
    case_id integer not null references cases (id) on delete cascade,
    id integer primary key,
    actor_id integer references users (id) on delete set null,
    at text not null, action text not null, side text not null, text text not null
  );
  create index case_events_case on case_events (case_id, id);
  create table case_reviews (
    case_id integer not null references cases (id) on delete cascade,
    editor_id integer references users (id) on delete set null,
    id integer primary key, version integer not null, decision text not null, checks text not null,
    reason text not null, at text not null
  );
  create index case_reviews_case on case_reviews (case_id, id);
  create table case_answers (
    case_id integer not null references cases (id) on delete cascade,
    user_id integer references users (id) on delete set null,
    id integer primary key, opinion text not null, next_steps text not null, experience text not null,
    created_at text not null,
    parent_id integer references case_answers (id) on delete cascade,
    edited_at text, removed_by text default '' not null
  );
  create index case_answers_case on case_answers (case_id, id);
  create index case_answers_user on case_answers (user_id);
  create index case_answers_parent on case_answers (parent_id);
  create table case_answer_editions (
    answer_id integer not null references case_answers (id) on delete cascade,
    at text not null, opinion text not null, next_steps text not null,
    constraint case_answer_editions_key primary key (answer_id, at)
  );
  create table case_agreements (
    answer_id integer not null references case_answers (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    created_at text not null,
    constraint case_agreements_key primary key (answer_id, user_id)
  );
  create index case_agreements_user on case_agreements (user_id);
  create table case_followers (
    case_id integer not null references cases (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    created_at text not null,
    constraint case_followers_key primary key (case_id, user_id)
  );
  create index case_followers_user on case_followers (user_id);
  create table case_collections (
    id integer primary key,
    user_id integer not null references users (id) on delete cascade,
    title text not null, created_at text not null
  );
  create index case_collections_user on case_collections (user_id);
  create table case_collected (
    collection_id integer not null references case_collections (id) on delete cascade,
    case_id integer not null,
    user_id integer not null references users (id) on delete cascade,
    note text not null, created_at text not null,
    constraint case_collected_key primary key (collection_id, case_id)
  );
  create index case_collected_user on case_collected (user_id, case_id);
  create table case_readers (
    case_id integer not null references cases (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    created_at text not null,
    constraint case_readers_key primary key (case_id, user_id)
  );
  create index case_readers_user on case_readers (user_id);
  create table case_problems (
    case_id integer not null references cases (id) on delete cascade,
    user_id integer references users (id) on delete set null,
    id integer primary key, text text not null, state text not null, created_at text not null,
    answer_id integer references case_answers (id) on delete cascade
  );
  create index case_problems_case on case_problems (case_id);
  create index case_problems_user on case_problems (user_id);
  create index case_problems_answer on case_problems (answer_id);

  -- Notifications
  create table notifications (
    id integer primary key,
    user_id integer not null references users (id) on delete cascade,
    kind text not null,
    record_id integer references records (id) on delete cascade,
    case_id integer references cases (id) on delete cascade,
    details text not null, at text not null, seen_at text, letter text not null
  );
  create index notifications_user on notifications (user_id, seen_at);
  create index notifications_letter on notifications (letter, user_id);
  create index notifications_record on notifications (record_id);
  create index notifications_case on notifications (case_id);
  create table notification_choices (
    user_id integer not null references users (id) on delete cascade,
    kind text not null, frequency text not null, paused_from text, paused_by text,
    constraint notification_choices_key primary key (user_id, kind)
  );

  -- Broadcasts
  create table broadcasts (
    id integer primary key, mailing text not null, subject text not null, body text not null,
    state text not null check (state in ('draft', 'sending', 'stopped', 'sent')),
    version integer not null,
    author_id integer references users (id) on delete set null,
    created_at text not null, updated_at text not null, started_at text, ended_at text
  );
  create index broadcasts_author on broadcasts (author_id);
  create index broadcasts_state on broadcasts (state);
  create table broadcast_letters (
    broadcast_id integer not null references broadcasts (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    letter_id integer not null,
    constraint broadcast_letters_key primary key (broadcast_id, user_id)
  );
  create index broadcast_letters_user on broadcast_letters (user_id);

  -- Editors
  create table drafts (
    record_id integer primary key references records (id) on delete cascade,
    version integer not null, base_version integer not null, status text not null,
    author_id integer references users (id) on delete set null,
    authors text not null, note text, created_at text not null, updated_at text not null,
    sources text not null, data text not null
  );
  create table presence (
    record_id integer not null references records (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    page text not null, since text not null, seen_at text not null, left_at text,
    constraint presence_page_key primary key (record_id, user_id, page)
  );
  create table record_comments (
    id integer primary key,
    record_id integer not null references records (id) on delete cascade,
    parent_id integer references record_comments (id) on delete cascade,
    user_id integer references users (id) on delete set null,
    field text not null, text text not null, mentioned text not null, created_at text not null,
    resolved_at text,
    resolver_id integer references users (id) on delete set null
  );
  create index record_comments_record on record_comments (record_id);
  create index record_comments_parent on record_comments (parent_id);
  create index record_comments_user on record_comments (user_id);
  create table schedules (
    id integer primary key,
    record_id integer not null references records (id) on delete cascade,
    action text not null, due_at text not null,
    author_id integer references users (id) on delete set null,
    reason text, created_at text not null, done_at text, outcome text
  );
  create index schedules_due on schedules (done_at, due_at);
  create table previews (
    hash text primary key,
    record_id integer not null references records (id) on delete cascade,
    author_id integer references users (id) on delete cascade,
    created_at text not null, expires_at text not null
  );
  create table views (
    id integer primary key,
    user_id integer not null references users (id) on delete cascade,
    title text not null, query text not null, created_at text not null
  );
  create table review_rules (kind text primary key, is_required integer not null);
  create table menus (code text primary key, items text not null, updated_at text not null);
  create table site_words (name text primary key not null, words text not null);
  create table checks (name text primary key, at text not null, result text not null);
  create table audit_heads (row_id integer primary key, hash text not null, at text not null);
  create table alerts (
    name text not null, about text not null, what text not null, since text not null,
    seen_at text not null,
    constraint alerts_key primary key (name, about)
  );
  create table files (
    id integer primary key, title text not null, file text not null unique, name text not null,
    type text not null, size integer not null, sha256 text not null, remarks text not null,
    author_id integer references users (id) on delete set null,
    created_at text not null, width integer, height integer
  );
  create table imports (
    id integer primary key, format text not null, file_name text not null, status text not null,
    author_id integer references users (id) on delete set null,
    created_at text not null, finished_at text, summary text not null, problem text, mode text,
    applied_at text, undone_at text,
    applied_by integer references users (id) on delete set null,
    undone_by integer references users (id) on delete set null,
    version integer default 1 not null, size integer default 0 not null
  );
  create table import_files (
    import_id integer primary key references imports (id) on delete cascade,
    data text not null
  );
  create table import_columns (
    kind text not null, heading text not null, columns text not null, used_at text not null,
    constraint import_columns_key primary key (kind, heading)
  );
  create table import_rows (
    import_id integer not null references imports (id) on delete cascade,
    position integer not null, line integer, identity text not null, kind text not null,
    title text not null, title_key text not null, record_id integer, outcome text not null,
    is_safe integer not null, choice text not null, chosen text not null, refused text not null,
    safe_fields text not null, plain_fields text not null, version_before integer,
    version_after integer, draft_version integer, result text, reason text, plan text not null,
    constraint import_rows_key primary key (import_id, position)
  );
  create index import_rows_record on import_rows (record_id);
  create table import_skips (
    format text not null, identity text not null, field text not null, digest text not null,
    created_at text not null,
    constraint import_skips_key primary key (format, identity, field)
  );
  create table outer_links (
    url text primary key, due_at text not null, checked_at text, status integer, problem text,
    since text
  );
  create index outer_links_due on outer_links (due_at);
  create index outer_links_since on outer_links (since);
  create table outer_link_uses (
    url text not null,
    record_id integer not null references records (id) on delete cascade,
    field text not null,
    constraint outer_link_uses_key primary key (url, record_id, field)
  );
  create index outer_link_uses_record on outer_link_uses (record_id);
  create table policy_reports (
    directive text not null, blocked text not null, section text not null, count integer not null,
    first_at text not null, last_at text not null,
    constraint policy_reports_key primary key (directive, blocked, section)
  );

  -- Publication
  create table publications (
    id integer primary key, mode text not null, state text not null, started_at text not null,
    live_at text, milliseconds integer, release text, seq integer not null, pages integer not null,
    rendered integer not null, changed integer not null, removed integer not null,
    changed_addresses text not null, removed_addresses text not null, message text
  );
  create table publication_records (
    publication_id integer not null references publications (id) on delete cascade,
    record_id integer not null references records (id) on delete cascade,
    constraint publication_records_key primary key (publication_id, record_id)
  );
  create index publication_records_record on publication_records (record_id);
  create table publication_troubles (
    id integer primary key,
    record_id integer references records (id) on delete cascade,
    field text, message text not null, address text, since text not null
  );
  create table purges (
    id integer primary key,
    publication_id integer not null references publications (id) on delete cascade,
    addresses text not null, created_at text not null, due_at text not null, attempts integer not null,
    sent_at text, problem text, status integer
  );
  create index purges_due on purges (sent_at, due_at);

  -- Reading
  create table page_reads (
    day text not null, path text not null, origin text not null, via text not null,
    count integer not null,
    constraint page_reads_key primary key (day, path, origin, via)
  );
  create index page_reads_path on page_reads (path, day);
  create table read_journals (
    source text not null, first_at text not null, last_at text not null,
    constraint read_journals_key primary key (source, first_at)
  );

  insert into meta (name, value) values
    ('record', 0), ('change', 0), ('terms', 0), ('user', 0), ('consent', 0), ('letter', 0), ('audit', 0),
    ('application', 0), ('upload', 0), ('reading', 0), ('case part', 0), ('draft', 0), ('view', 0),
    ('schedule', 0), ('import', 0), ('report', 0), ('publication', 0), ('trouble', 0), ('purge', 0),
    ('file', 0), ('notification', 0), ('record comment', 0), ('broadcast', 0), ('files renewed', 0),
    ('derived', ${derivedForm});
`);
