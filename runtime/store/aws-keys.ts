// Keys of requests to a bucket: of the environment, or of a role by a web identity, which are renewed (FH-44).
import { readFile } from "node:fs/promises";

export interface AwsKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | null;
}

/** Keys for the next request: the same object as long as they are the same. @throws Error of the identity or the network */
export type AwsKeySource = () => Promise<AwsKeys>;

const MINUTE = 60_000;
/** Keys are renewed before requests fail. */
const BEFORE_END = 5 * MINUTE;
const STS_TIMEOUT_MS = 10_000;

/** Returns the region by the standard variables. */
export const awsRegion = (env: NodeJS.ProcessEnv): string => env["AWS_REGION"]?.trim() || env["AWS_DEFAULT_REGION"]?.trim() || "us-east-1";

/**
 * Keys by the standard variables: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, else AWS_ROLE_ARN and AWS_WEB_IDENTITY_TOKEN_FILE.
 * @param needs makes the error of a variable that is missing
 */
export function awsKeySource(env: NodeJS.ProcessEnv, needs: (name: string) => Error): AwsKeySource {
  const text = (name: string): string | null => env[name]?.trim() || null;
  const needed = (name: string): string => {
    const value = text(name);
    if (value === null) throw needs(name);
    return value;
  };
  if (text("AWS_ACCESS_KEY_ID") === null && text("AWS_WEB_IDENTITY_TOKEN_FILE") !== null)
    return new RoleKeys({
      role: needed("AWS_ROLE_ARN"),
      tokenFile: needed("AWS_WEB_IDENTITY_TOKEN_FILE"),
      session: text("AWS_ROLE_SESSION_NAME") ?? "platen",
      endpoint: text("AWS_ENDPOINT_URL_STS") ?? `https://sts.${awsRegion(env)}.amazonaws.com`,
    }).source;
  const keys: AwsKeys = {
    accessKeyId: needed("AWS_ACCESS_KEY_ID"),
    secretAccessKey: needed("AWS_SECRET_ACCESS_KEY"),
    sessionToken: text("AWS_SESSION_TOKEN"),
  };
  return () => Promise.resolve(keys);
}

interface WebIdentity {
  readonly role: string;
  /** its content is replaced from time to time */
  readonly tokenFile: string;
  readonly session: string;
  readonly endpoint: string;
}

interface RoleSession {
  readonly keys: AwsKeys;
  /** ms since 1970 */
  readonly ends: number;
}

/** Keys of a role (AWS STS, AssumeRoleWithWebIdentity), asked for once at a time. */
class RoleKeys {
  #session: RoleSession | null = null;
  #asked: Promise<AwsKeys> | null = null;

  constructor(readonly identity: WebIdentity) {}

  readonly source: AwsKeySource = () => {
    if (this.#session && this.#session.ends - Date.now() > BEFORE_END) return Promise.resolve(this.#session.keys);
    return (this.#asked ??= this.#renewed().finally(() => (this.#asked = null)));
  };

  async #renewed(): Promise<AwsKeys> {
    try {
      this.#session = await sessionOf(this.identity);
    } catch (e) {
      // they hold until their end, and the next request asks again
      if (!this.#session || this.#session.ends <= Date.now()) throw e;
    }
    return this.#session.keys;
  }
}

async function sessionOf({ role, tokenFile, session, endpoint }: WebIdentity): Promise<RoleSession> {
  const token = (await readFile(tokenFile, "utf8")).trim();
  const answer = await fetch(endpoint, {
    method: "POST",
    body: new URLSearchParams({
      Action: "AssumeRoleWithWebIdentity",
      Version: "2011-06-15",
      RoleArn: role,
      RoleSessionName: session,
      WebIdentityToken: token,
    }),
    signal: AbortSignal.timeout(STS_TIMEOUT_MS),
  });
  const body = await answer.text();
  const part = (name: string): string | null => new RegExp(`<${name}>([^<]+)</${name}>`).exec(body)?.[1] ?? null;
  const [accessKeyId, secretAccessKey, sessionToken] = [part("AccessKeyId"), part("SecretAccessKey"), part("SessionToken")];
  const ends = Date.parse(part("Expiration") ?? "");
  if (!answer.ok || accessKeyId === null || secretAccessKey === null || sessionToken === null || Number.isNaN(ends))
    throw new Error(
      `the keys of AWS_ROLE_ARN: ${new URL(endpoint).host} answered with status ${answer.status} ${part("Code") ?? ""}`.trimEnd(),
    );
  return { keys: { accessKeyId, secretAccessKey, sessionToken }, ends };
}
