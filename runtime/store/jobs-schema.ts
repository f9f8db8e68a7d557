/**
 * `facts` (fixed), `artifacts` and `outcome` are JSON. Times are Unix ms. `due_ms`, `lease…` and `attempts` schedule checks of pending
 * jobs; `paid_…` is refunded on failure. `e_invoice_uploads` lists folders without a job.
 */
export const JOBS_STEP = `CREATE TABLE e_invoice_jobs (
     owner TEXT NOT NULL,
     id TEXT NOT NULL,
     state TEXT NOT NULL,
     folder TEXT NOT NULL,
     body_sha256 TEXT NOT NULL,
     facts TEXT NOT NULL,
     artifacts TEXT NOT NULL,
     outcome TEXT,
     bytes BIGINT NOT NULL,
     created_ms BIGINT NOT NULL,
     expires_ms BIGINT NOT NULL,
     forget_ms BIGINT NOT NULL,
     url_ms BIGINT NOT NULL,
     url_until_ms BIGINT NOT NULL,
     removed INTEGER NOT NULL,
     pdf_taken INTEGER NOT NULL,
     due_ms BIGINT NOT NULL,
     lease TEXT NOT NULL,
     lease_until_ms BIGINT NOT NULL,
     attempts BIGINT NOT NULL,
     paid_pages BIGINT NOT NULL,
     paid_wallet BIGINT NOT NULL,
     paid_period TEXT NOT NULL,
     PRIMARY KEY (owner, id)
   );
   CREATE INDEX e_invoice_jobs_due ON e_invoice_jobs (state, due_ms);
   CREATE INDEX e_invoice_jobs_kept ON e_invoice_jobs (removed, expires_ms);
   CREATE INDEX e_invoice_jobs_forgotten ON e_invoice_jobs (forget_ms);
   CREATE TABLE e_invoice_uploads (
     folder TEXT PRIMARY KEY,
     created_ms BIGINT NOT NULL
   );
   ALTER TABLE accounts ADD COLUMN last_wallet BIGINT NOT NULL DEFAULT 0;`;

/**
 * Asynchronous renders are jobs of the state `queued` until they end: the release before takes pending jobs alone. Times of `callback_due_ms`
 * are also the end of a lease.
 */
export const ASYNC_STEP = `ALTER TABLE tokens ADD COLUMN callback_url TEXT;
   ALTER TABLE tokens ADD COLUMN callback_secret TEXT;
   ALTER TABLE e_invoice_jobs ADD COLUMN kind TEXT NOT NULL DEFAULT 'e_invoice';
   ALTER TABLE e_invoice_jobs ADD COLUMN delivery TEXT NOT NULL DEFAULT 'object';
   ALTER TABLE e_invoice_jobs ADD COLUMN ended_ms BIGINT;
   ALTER TABLE e_invoice_jobs ADD COLUMN pages BIGINT;
   ALTER TABLE e_invoice_jobs ADD COLUMN body_kept INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE e_invoice_jobs ADD COLUMN token_id TEXT NOT NULL DEFAULT '';
   ALTER TABLE e_invoice_jobs ADD COLUMN callback_state TEXT NOT NULL DEFAULT '';
   ALTER TABLE e_invoice_jobs ADD COLUMN callback_attempts BIGINT NOT NULL DEFAULT 0;
   ALTER TABLE e_invoice_jobs ADD COLUMN callback_status BIGINT;
   ALTER TABLE e_invoice_jobs ADD COLUMN callback_due_ms BIGINT NOT NULL DEFAULT 0;
   ALTER TABLE e_invoice_jobs ADD COLUMN callback_lease TEXT NOT NULL DEFAULT '';
   CREATE INDEX e_invoice_jobs_listed ON e_invoice_jobs (owner, created_ms, id);
   CREATE INDEX e_invoice_jobs_turns ON e_invoice_jobs (owner, state, due_ms);
   CREATE INDEX e_invoice_jobs_bodies ON e_invoice_jobs (body_kept, state);
   CREATE INDEX e_invoice_jobs_callbacks ON e_invoice_jobs (callback_state, callback_due_ms);`;

/** Key that the caller gave the request, and the hash of its body; both null without one (BK-33). */
export const REQUEST_KEY_STEP = `ALTER TABLE e_invoice_jobs ADD COLUMN request_key TEXT;
   ALTER TABLE e_invoice_jobs ADD COLUMN request_sha256 TEXT;
   CREATE INDEX e_invoice_jobs_keys ON e_invoice_jobs (owner, request_key);`;
