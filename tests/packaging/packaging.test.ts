// Image, chart, compose file and dashboard (running, G5 to G7), by the schemas of those who read them.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Ajv from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse, parseAllDocuments } from "platen-server/yaml";
import { describe, expect, test } from "vitest";
import { settingsFrom } from "../../runtime/core/settings.js";
import { Metrics } from "../../runtime/http/request/metrics.js";
import type { RenderPool } from "../../runtime/pool/pool.js";
import { post, SMALLEST, start, TOKEN, until } from "../support/service.js";
import { has, needs, root } from "../support/tools.js";

type Json = Record<string, unknown>;
const read = (name: string): string => readFileSync(path.join(root, name), "utf8");
const { version } = JSON.parse(read("package.json")) as { version: string };

describe("image", () => {
  const lines = read("Dockerfile").split("\n");
  test("runs the program by its name, as a numeric user that is not root, and is checked", () => {
    expect(lines).toContain('ENTRYPOINT ["platen"]');
    expect(lines).toContain('CMD ["serve"]');
    expect(lines).toContain("USER 1000:1000");
    expect(lines).toContain("VOLUME /data");
    expect(lines.some((l) => l.startsWith("HEALTHCHECK ") && l.includes("/readyz"))).toBe(true);
    expect(read("Dockerfile")).toContain("ln -s /platen/dist/runtime/cli/cli.js /usr/local/bin/platen");
  });

  test("variables of the image are settings", () => {
    const env = /^ENV (.*)$/m
      .exec(read("Dockerfile"))![1]!
      .split(" ")
      .map((pair) => pair.split("=") as [string, string]);
    const settings = settingsFrom({ ...Object.fromEntries(env), PLATEN_WORKERS: "1" });
    expect([settings.host, settings.dataDir]).toEqual(["0.0.0.0", "/data"]);
  });
});

/** The unit kills a process at any other call. */
const haveSystemd = needs("systemd-analyze and strace", has("systemd-analyze") && has("strace"));
describe.skipIf(!haveSystemd)("unit of systemd", () => {
  const unit = path.join(root, "packaging/platen.service");
  const run = (command: string, ...args: readonly string[]): string => execFileSync(command, args, { encoding: "utf8", input: "" });

  test("allows all system calls of a service that renders and stops", async () => {
    const groups = /^SystemCallFilter=(.*)$/m.exec(read("packaging/platen.service"))![1]!.split(" ");
    const members = (group: string): readonly string[] =>
      run("systemd-analyze", "syscall-filter", group)
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== "" && line !== group && !line.startsWith("#"))
        .flatMap((name) => (name.startsWith("@") ? members(name) : [name]));
    const allowed = new Set(groups.flatMap((g) => members(g)));
    const dir = mkdtempSync(path.join(tmpdir(), "platen-unit-"));
    const trace = path.join(dir, "trace");
    const service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN }, ["strace", "-D", "-f", "-qq", "-c", "-o", trace]);
    expect((await post(service.url, SMALLEST)).status).toBe(200);
    service.child.kill("SIGTERM");
    await until(() => existsSync(trace) && readFileSync(trace, "utf8").includes(" total"));
    const counts = readFileSync(trace, "utf8").split("\n");
    const [first, last] = [counts.findIndex((l) => l.startsWith("---")), counts.findLastIndex((l) => l.startsWith("---"))];
    const used = counts.slice(first + 1, last).map((line) => line.trim().split(/\s+/).at(-1)!);
    expect(used.length).toBeGreaterThan(20);
    expect(used.filter((name) => !allowed.has(name))).toEqual([]);
  });

  test("is one that systemd reads without a complaint", () => {
    // programs of the unit are elsewhere on this machine
    const { stderr } = spawnSync("systemd-analyze", ["verify", unit], { encoding: "utf8" });
    expect(stderr.split("\n").filter((l) => l.includes("platen.service") && !/is not executable/.test(l))).toEqual([]);
  });
});

const schemas = JSON.parse(read("tests/packaging/kubernetes.json")) as { kinds: Json; $defs: Json };
const ajv = new Ajv2020({ strict: false, allErrors: true });
const checks = new Map(
  Object.entries(schemas.kinds).map(([kind, schema]) => [kind, ajv.compile({ ...(schema as Json), $defs: schemas.$defs })] as const),
);

describe("chart", () => {
  const folder = path.join(root, "packaging/helm");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((f) => statSync(path.join(folder, f)).isFile())
    .sort();
  const cases = readdirSync(path.join(root, "tests/packaging/values"));
  const rendered = (name: string): Json[] =>
    parseAllDocuments(read(`tests/packaging/rendered/${name}`))
      .map((d) => d.toJS() as Json | null)
      .filter((d) => d !== null);
  const one = (name: string, kind: string): Json => rendered(name).find((d) => d["kind"] === kind)!;
  const at = (value: unknown, ...steps: readonly (string | number)[]): unknown =>
    steps.reduce((v, s) => (v as Json | undefined)?.[s], value);

  test.each(cases)("what %s makes is of the present chart", (name) => {
    const hash = createHash("sha256");
    for (const file of files) hash.update(`${file}\0`).update(readFileSync(path.join(folder, file)));
    hash.update(read(`tests/packaging/values/${name}`));
    expect(read(`tests/packaging/rendered/${name}`).split(" ")[1], "run node scripts/generate/chart.mjs").toBe(hash.digest("hex"));
  });

  test.each(cases)("what %s makes is valid for Kubernetes", (name) => {
    const documents = rendered(name);
    expect(documents.map((d) => d["kind"])).toContain(name === "batch-alone.yaml" ? "Job" : "Deployment");
    for (const document of documents) {
      const kind = document["kind"] as string;
      if (kind === "ServiceMonitor" || kind === "PrometheusRule") continue;
      const check = checks.get(kind)!;
      check(document);
      expect(check.errors ?? [], kind).toEqual([]);
    }
  });

  test("the schemas refuse what Kubernetes refuses", () => {
    const wrong = structuredClone(one("everything.yaml", "Deployment"));
    (at(wrong, "spec", "template", "spec") as Json)["terminationGraceSeconds"] = 1;
    expect(checks.get("Deployment")!(wrong)).toBe(false);
  });

  test.each(cases.filter((name) => name !== "batch-alone.yaml"))(
    "pods of %s have no more rights than they need, and no secret in sight",
    (name) => {
      const pod = at(one(name, "Deployment"), "spec", "template", "spec") as Json;
      const [container, ...others] = pod["containers"] as Json[];
      expect(others).toEqual([]);
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: "RuntimeDefault" } },
      });
      expect(container).toMatchObject({
        securityContext: {
          readOnlyRootFilesystem: true,
          allowPrivilegeEscalation: false,
          runAsNonRoot: true,
          capabilities: { drop: ["ALL"] },
        },
        livenessProbe: { httpGet: { path: "/livez" } },
        readinessProbe: { httpGet: { path: "/readyz" } },
      });
      expect((container!["volumeMounts"] as Json[]).slice(0, 2)).toMatchObject([{ mountPath: "/data" }, { mountPath: "/tmp" }]);
      const env = container!["env"] as { name: string; value?: string; valueFrom?: Json }[];
      for (const secret of ["PLATEN_BOOTSTRAP_TOKEN", "PLATEN_DATABASE_URL", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"])
        for (const variable of env.filter((e) => e.name === secret)) expect(variable).toMatchObject({ valueFrom: { secretKeyRef: {} } });
      const plain = Object.fromEntries(env.flatMap((e) => (e.value === undefined ? [] : [[e.name, e.value]])));
      const settings = settingsFrom({ ...plain, AWS_ACCESS_KEY_ID: "x", AWS_SECRET_ACCESS_KEY: "x" });
      expect(pod["terminationGracePeriodSeconds"]).toBeGreaterThanOrEqual(settings.stopMs / 1000 + 5);
      expect(rendered(name).map((d) => d["kind"])).not.toContain("ConfigMap");
      const shown = read(`tests/packaging/rendered/${name}`);
      expect(shown).not.toContain("top-secret");
    },
  );

  test("the values decide what there is", () => {
    expect(rendered("smallest.yaml").map((d) => d["kind"])).toEqual(["ServiceAccount", "Service", "Deployment"]);
    expect(at(one("smallest.yaml", "Deployment"), "spec")).toMatchObject({ replicas: 1, strategy: { type: "Recreate" } });
    const env = at(one("processor.yaml", "Deployment"), "spec", "template", "spec", "containers", 0, "env") as Json[];
    expect(env).toContainEqual({ name: "PLATEN_DATABASE_URL", valueFrom: { secretKeyRef: { name: "pg", key: "dsn" } } });
    expect(one("processor.yaml", "HorizontalPodAutoscaler")).toMatchObject({
      spec: { metrics: [{ resource: { name: "cpu", target: { averageUtilization: 70 } } }] },
    });
    expect(one("everything.yaml", "HorizontalPodAutoscaler")).toMatchObject({
      spec: { minReplicas: 3, maxReplicas: 9, metrics: [{ pods: { metric: { name: "platen_renders_waiting" } } }] },
    });
    expect(at(one("everything.yaml", "Deployment"), "spec", "replicas")).toBe(undefined);
    expect(one("volume.yaml", "PersistentVolumeClaim")).toMatchObject({ spec: { storageClassName: "fast" } });
    expect(rendered("everything.yaml").map((d) => d["kind"])).not.toContain("PersistentVolumeClaim");
    expect(at(one("volume.yaml", "Deployment"), "spec", "template", "spec", "serviceAccountName")).toBe("default");
  });

  test("pods have volumes, labels, spread and a role's identity of the values; alerts are about metrics that there are (FH-44)", () => {
    const name = "web-identity.yaml";
    const template = at(one(name, "Deployment"), "spec", "template") as Json;
    const container = at(template, "spec", "containers", 0) as Json;
    expect(template).toMatchObject({ metadata: { labels: { team: "documents" } }, spec: { topologySpreadConstraints: [{ maxSkew: 1 }] } });
    expect(at(template, "spec", "volumes")).toContainEqual({ name: "fonts", configMap: { name: "fonts" } });
    expect(container["volumeMounts"]).toContainEqual({ name: "fonts", mountPath: "/fonts", readOnly: true });
    expect((container["env"] as { name: string }[]).map((e) => e.name).filter((it) => it.startsWith("AWS_"))).toEqual([]);
    expect(one(name, "ServiceAccount")).toMatchObject({
      metadata: { annotations: { "eks.amazonaws.com/role-arn": "arn:aws:iam::123456789012:role/platen" } },
    });
    const rule = one(name, "PrometheusRule");
    expect(rule).toMatchObject({ metadata: { labels: { release: "prometheus" } } });
    const alerts = at(rule, "spec", "groups", 0, "rules") as { alert: string; expr: string; for: string }[];
    expect(alerts.map(({ alert }) => alert)).toEqual(["PlatenRendersWait", "PlatenFails", "PlatenNotReady"]);
    const sources = read("runtime/http/request/metrics.ts");
    for (const { expr } of alerts) for (const [metric] of expr.matchAll(/platen_\w+/g)) expect(sources).toContain(`"${metric}"`);
    expect(rendered("everything.yaml").map((d) => d["kind"])).not.toContain("PrometheusRule");
  });

  describe("batch (BK-35)", () => {
    const spec = (name: string): Json => one(name, "Job")["spec"] as Json;
    const pod = (name: string): Json => at(spec(name), "template", "spec") as Json;
    const container = (name: string): Json => at(pod(name), "containers", 0) as Json;

    test("is an Indexed Job whose shards fail by exit code, and are tried again after disruptions", () => {
      expect(spec("batch.yaml")).toMatchObject({
        completionMode: "Indexed",
        completions: 100,
        parallelism: 20,
        backoffLimitPerIndex: 3,
        activeDeadlineSeconds: 86400,
        podFailurePolicy: {
          rules: [
            { action: "FailIndex", onExitCodes: { containerName: "platen", operator: "In", values: [1, 2, 3] } },
            { action: "Ignore", onPodConditions: [{ type: "DisruptionTarget", status: "True" }] },
          ],
        },
      });
      expect(spec("batch-alone.yaml")).toMatchObject({ completions: 1, backoffLimitPerIndex: 0 });
      for (const absent of ["parallelism", "activeDeadlineSeconds"]) expect(spec("batch-alone.yaml")).not.toHaveProperty(absent);
    });

    test("calls the command with the values, and its index and count are in the environment", () => {
      expect(container("batch.yaml")).toMatchObject({
        name: "platen",
        args: [
          ...["batch", "s3://templates/invoice.json", "--data", "s3://records/2026-11/", "--data", "s3://records/late.csv.gz"],
          ...["--out", "s3://invoices/2026-11", "--date", "2026-11-30T00:00:00Z", "--allow-refused"],
          ...["--name", "{customer.number}/{n:8}", "--workers", "4", "--max-failures", "2000000"],
        ],
        env: [
          { name: "JOB_COMPLETIONS", value: "100" },
          { name: "AWS_REGION", value: "eu-central-1" },
          { name: "PLATEN_S3_ENDPOINT", value: "http://minio:9000" },
          { name: "PLATEN_STOP_MS", value: "25000" },
        ],
        envFrom: [{ secretRef: { name: "store-keys" } }],
      });
      expect(container("batch-alone.yaml")).toMatchObject({
        args: [
          ...["batch", "shipping_label", "--data", "/work/labels.jsonl", "--one", "/work/labels.pdf", "--date", "1795000000"],
          ...["--workers", "2"],
        ],
        env: [{ name: "JOB_COMPLETIONS", value: "1" }],
        volumeMounts: [{ mountPath: "/tmp" }, { name: "work", mountPath: "/work" }],
      });
      expect(pod("batch-alone.yaml")["volumes"]).toEqual([
        { name: "tmp", emptyDir: {} },
        { name: "work", persistentVolumeClaim: { claimName: "labels" } },
      ]);
    });

    test("pods have the security of the service's, other labels, and time to stop", () => {
      const service = at(one("batch.yaml", "Deployment"), "spec", "template", "spec") as Json;
      for (const name of ["batch.yaml", "batch-alone.yaml"]) {
        expect(pod(name)).toMatchObject({ restartPolicy: "Never", automountServiceAccountToken: false, enableServiceLinks: false });
        expect(pod(name)["securityContext"]).toEqual(service["securityContext"]);
        expect(container(name)["securityContext"]).toEqual(at(service, "containers", 0, "securityContext"));
      }
      for (const field of ["imagePullSecrets", "nodeSelector"]) expect(pod("batch.yaml")[field]).toEqual(service[field]);
      expect([pod("batch.yaml"), pod("batch-alone.yaml")].map((p) => p["terminationGracePeriodSeconds"])).toEqual([30, 15]);
      const selected = at(one("batch.yaml", "Service"), "spec", "selector") as Json;
      const labels = at(spec("batch.yaml"), "template", "metadata", "labels") as Json;
      expect(Object.entries(selected).every(([label, value]) => labels[label] === value)).toBe(false);
      const policies = rendered("batch.yaml").filter((d) => d["kind"] === "NetworkPolicy");
      const [own] = policies.filter((d) =>
        Object.entries(at(d, "spec", "podSelector", "matchLabels") as Json).every(([label, value]) => labels[label] === value),
      );
      expect(policies).toHaveLength(2);
      expect(own).toMatchObject({ spec: { policyTypes: ["Ingress", "Egress"], egress: [{}, { ports: [{ port: 443 }, { port: 9000 }] }] } });
      expect(at(own, "spec", "ingress")).toBe(undefined);
    });

    test("numbers are written as settings take them", () => {
      const env = at(one("batch.yaml", "Deployment"), "spec", "template", "spec", "containers", 0, "env") as {
        name: string;
        value?: string;
      }[];
      const value = (name: string): string | undefined => env.find((e) => e.name === name)?.value;
      expect([value("PLATEN_JOBS_SHARE"), value("PLATEN_MAX_CONNECTIONS")]).toEqual(["0.25", "1000000"]);
    });

    test("without the service there is nothing else", () => {
      expect(rendered("batch-alone.yaml").map((d) => d["kind"])).toEqual(["NetworkPolicy", "ServiceAccount", "Job"]);
      expect(rendered("batch.yaml").map((d) => d["kind"])).toEqual(expect.arrayContaining(["Deployment", "Service", "Job"]));
    });

    test("what is missing or excludes each other is told by name", () => {
      const refusals = parse(read("tests/packaging/refusals.yaml")) as Readonly<Record<string, string>>;
      const hash = createHash("sha256");
      for (const file of files) hash.update(`${file}\0`).update(readFileSync(path.join(folder, file)));
      hash.update(read("tests/packaging/values/batch-alone.yaml"));
      expect(read("tests/packaging/refusals.yaml").split(" ")[1], "run node scripts/generate/chart.mjs").toBe(hash.digest("hex"));
      const named = Object.entries(refusals).map(([set, message]) => [set, message.split(":")[0]]);
      expect(named).toEqual([
        ["batch.date=", "batch.date"],
        ["batch.completions=null", "batch.completions"],
        ["batch.template=", "batch.template"],
        ["batch.data=null", "batch.data"],
        ["batch.one=", "batch"],
        ["batch.out=/work/out", "batch"],
        ["batch.parts=/work/parts", "batch"],
        ["batch.env.AWS_SECRET_ACCESS_KEY=x", "batch.env.AWS_SECRET_ACCESS_KEY"],
        ["batch.env.JOB_COMPLETIONS=2", "batch.env.JOB_COMPLETIONS"],
      ]);
      expect(refusals["batch.one="]).toBe("batch: needs exactly one of out, one and parts; found none");
      expect(refusals["batch.out=/work/out"]).toBe("batch: needs exactly one of out, one and parts; found out, one");
    });
  });

  test("is of the package's version, and its values of its schema", () => {
    expect(parse(read("packaging/helm/Chart.yaml"))).toMatchObject({ version, appVersion: version });
    const check = new Ajv.default({ strict: false }).compile(JSON.parse(read("packaging/helm/values.schema.json")) as object);
    const values = parse(read("packaging/helm/values.yaml")) as Json;
    check(values);
    expect(check.errors ?? []).toEqual([]);
    const wrong = [{ replicas: 2 }, { image: { tags: "x" } }, { service: { port: 0 } }, { autoscaling: { metric: "memory" } }];
    for (const value of [
      ...wrong,
      { database: { url: "mysql://x" } },
      { podDisruptionBudget: { minAvailable: "all" } },
      { env: { "A-B": "x" } },
      { deployment: { enabled: "no" } },
      ...[{ completions: 0 }, { completions: 100_001 }, { data: "x" }, { backoffLimitPerIndex: -1 }, { output: "x" }].map((batch) => ({
        batch,
      })),
    ])
      expect(check({ ...values, ...value }), JSON.stringify(value)).toBe(false);
    for (const name of cases) expect(check(parse(read(`tests/packaging/values/${name}`)) as Json), name).toBe(true);
  });
});

describe("compose file", () => {
  const file = parse(read("packaging/compose.yaml")) as { services: Record<string, Json>; volumes: Json };

  test("is valid, and has health checks, volumes with names, and versions", () => {
    const check = new Ajv.default({ strict: false, formats: { duration: true, subnet_ip_address: true } }).compile(
      JSON.parse(read("tests/packaging/compose-spec.json")) as object,
    );
    check(file);
    expect(check.errors ?? []).toEqual([]);
    expect(Object.keys(file.services)).toEqual(["platen", "postgres", "object-store", "bucket"]);
    expect(file.services["platen"]).toMatchObject({
      image: `platen:${version}`,
      read_only: true,
      depends_on: { postgres: { condition: "service_healthy" }, "object-store": { condition: "service_healthy" } },
    });
    for (const [name, service] of Object.entries(file.services)) {
      expect(service["image"], name).toMatch(/:(?!latest$)[\w.-]*\d[\w.-]*$/);
      expect(service["ports"] === undefined, name).toBe(name !== "platen");
      if (name !== "bucket") expect(service["healthcheck"], name).toBeDefined();
      expect(service["mem_limit"], name).toMatch(/^\d+m$/);
      for (const volume of (service["volumes"] as string[] | undefined) ?? [])
        expect(Object.keys(file.volumes)).toContain(volume.split(":")[0]);
    }
  });

  test("takes passwords from .env, with no default", () => {
    const text = read("packaging/compose.yaml");
    const given = [...text.matchAll(/(?<!\$)\$\{(\w+)([^}]*)\}/g)];
    expect([...new Set(given.map((m) => m[1]))].sort()).toEqual(["PLATEN_BOOTSTRAP_TOKEN", "POSTGRES_PASSWORD", "S3_PASSWORD"]);
    for (const [, name, rest] of given) expect(rest, name).toMatch(/^:\?./);
    for (const [, key, value] of text.matchAll(/^ +(\w*(?:PASSWORD|SECRET|TOKEN)\w*): (.*)$/gm)) expect(value, key).toMatch(/^\$\{\w+:\?/);
    const names = [...read("packaging/compose.env.example").matchAll(/^(\w+)=$/gm)].map((m) => m[1]).sort();
    expect(names).toEqual(["PLATEN_BOOTSTRAP_TOKEN", "POSTGRES_PASSWORD", "S3_PASSWORD"]);
  });

  test("its settings are those of the service", () => {
    const env = Object.fromEntries(
      Object.entries(file.services["platen"]!["environment"] as Record<string, string>).map(([k, v]) => [
        k,
        v.replace(/\$\{\w+:\?[^}]*\}/g, "x"),
      ]),
    );
    expect(settingsFrom(env)).toMatchObject({ objectStore: "s3://platen", s3Endpoint: "http://object-store:9000" });
  });
});

describe("dashboard", () => {
  interface Panel {
    readonly id: number;
    readonly type: string;
    readonly title: string;
    readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
    readonly targets?: readonly { readonly expr: string }[];
  }
  const { panels } = JSON.parse(read("packaging/grafana/platen.json")) as { panels: readonly Panel[] };
  const metrics = new Metrics({ load: { waiting: 0, rendering: 0 }, pids: [] } as unknown as RenderPool, { counts: async () => new Map() });
  const text = metrics.text();
  const asked = panels.flatMap((p) => p.targets ?? []).flatMap(({ expr }) => expr.match(/\b(?:platen|process)_\w+/g) ?? []);

  test("shows metrics that the service has", async () => {
    const known = [...(await text).matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, type]) =>
      type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name!],
    );
    expect(asked.length).toBeGreaterThan(20);
    expect(asked.filter((name) => !known.includes(name))).toEqual([]);
  });

  test("labels are those of the metrics", async () => {
    const labels: Readonly<Record<string, readonly string[]>> = {
      platen_requests_total: ["route", "method", "status"],
      platen_request_seconds: ["route"],
      platen_phase_seconds: ["phase"],
      platen_errors_total: ["code"],
      platen_jobs: ["state"],
      platen_job_checks_total: ["result"],
    };
    for (const { expr } of panels.flatMap((p) => p.targets ?? []))
      for (const [, name, selector] of expr.matchAll(/\b((?:platen|process)_\w+)\{([^}]*)\}/g)) {
        const used = [...selector!.matchAll(/(\w+)[=!]/g)].map((m) => m[1]!).filter((l) => !["job", "instance"].includes(l));
        for (const label of used) expect(labels[name!.replace(/_(bucket|sum|count)$/, "")] ?? [], expr).toContain(label);
      }
    await text;
  });

  test("panels have separate ids and places", () => {
    expect(new Set(panels.map((p) => p.id)).size).toBe(panels.length);
    for (const [i, a] of panels.entries())
      for (const b of panels.slice(i + 1)) {
        const [p, q] = [a.gridPos, b.gridPos];
        const overlap = p.x < q.x + q.w && q.x < p.x + p.w && p.y < q.y + q.h && q.y < p.y + p.h;
        expect(overlap, `${a.title} and ${b.title}`).toBe(false);
      }
  });
});
