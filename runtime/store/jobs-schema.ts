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
