{{- define "platen.fullname" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 53 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 53 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "platen.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "platen.labels" -}}
{{ include "platen.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "platen.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- .Values.serviceAccount.name | default (include "platen.fullname" .) -}}
{{- else -}}
{{- .Values.serviceAccount.name | default "default" -}}
{{- end -}}
{{- end -}}

{{- define "platen.image" -}}
{{- printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) -}}
{{- end -}}

{{- /* A value as text: whole numbers of YAML are floats, which would have an exponent from a million on. */ -}}
{{- define "platen.text" -}}
{{- if kindIs "float64" . -}}
{{- if eq (floor .) . -}}{{ int64 . }}{{- else -}}{{ . }}{{- end -}}
{{- else -}}
{{ . }}
{{- end -}}
{{- end -}}

{{- define "platen.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "platen.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
runAsNonRoot: true
runAsUser: 1000
capabilities:
  drop: [ALL]
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- /* Pods of the batch: another name, so that the service and its budget do not count them. */ -}}
{{- define "platen.batchSelector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}-batch
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "platen.batchLabels" -}}
{{ include "platen.batchSelector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "platen.hasDatabase" -}}
{{- if or .Values.database.url .Values.database.existingSecret }}true{{ end -}}
{{- end -}}

{{- /* Values that do not go together. */ -}}
{{- define "platen.check" -}}
{{- $several := or .Values.autoscaling.enabled (gt (int .Values.replicaCount) 1) -}}
{{- if and $several (not (include "platen.hasDatabase" .)) -}}
{{- fail "replicaCount: more than one pod (or autoscaling.enabled) needs database, which pods share" -}}
{{- end -}}
{{- $claim := and .Values.persistence.enabled .Values.persistence.existingClaim -}}
{{- if and $several (not (or .Values.objectStore.url $claim)) -}}
{{- fail "objectStore.url: more than one pod (or autoscaling.enabled) needs it, or persistence.existingClaim of a volume that pods share (ReadWriteMany)" -}}
{{- end -}}
{{- if and .Values.database.url .Values.database.existingSecret -}}
{{- fail "database: url and existingSecret exclude each other" -}}
{{- end -}}
{{- $byKeys := eq .Values.objectStore.identity "keys" -}}
{{- if and .Values.objectStore.url $byKeys (not .Values.objectStore.existingSecret) -}}
{{- fail "objectStore.existingSecret: is required with objectStore.url: a secret with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or objectStore.identity web" -}}
{{- end -}}
{{- if and .Values.objectStore.existingSecret (not $byKeys) -}}
{{- fail "objectStore: identity web and existingSecret exclude each other" -}}
{{- end -}}
{{- if and .Values.objectStore.endpoint (not .Values.objectStore.url) -}}
{{- fail "objectStore.endpoint: needs objectStore.url" -}}
{{- end -}}
{{- if and .Values.ingress.enabled (not .Values.ingress.hosts) -}}
{{- fail "ingress.hosts: needs at least one host" -}}
{{- end -}}
{{- range $name := list "PLATEN_BOOTSTRAP_TOKEN" "PLATEN_DATABASE_URL" "AWS_ACCESS_KEY_ID" "AWS_SECRET_ACCESS_KEY" "AWS_SESSION_TOKEN" -}}
{{- if hasKey $.Values.env $name -}}
{{- fail (printf "env.%s: is a secret: use bootstrapToken, database, objectStore.existingSecret or extraEnvFrom" $name) -}}
{{- end -}}
{{- end -}}
{{- range $label, $_ := .Values.podLabels -}}
{{- if has $label (list "app.kubernetes.io/name" "app.kubernetes.io/instance" "app.kubernetes.io/version" "app.kubernetes.io/managed-by" "helm.sh/chart") -}}
{{- fail (printf "podLabels.%s: is set by the chart" $label) -}}
{{- end -}}
{{- end -}}
{{- range $volume := .Values.volumes -}}
{{- if has $volume.name (list "data" "tmp") -}}
{{- fail (printf "volumes: the chart has a volume %s" $volume.name) -}}
{{- end -}}
{{- end -}}
{{- range $name := list "PLATEN_PORT" "PLATEN_HOST" "PLATEN_DATA_DIR" "PLATEN_OBJECT_STORE" "PLATEN_S3_ENDPOINT" -}}
{{- if hasKey $.Values.env $name -}}
{{- fail (printf "env.%s: is set by the chart" $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- /* Values of a batch that are missing, or do not go together. */ -}}
{{- define "platen.checkBatch" -}}
{{- $batch := .Values.batch -}}
{{- range $name, $why := dict "template" "a file of a volume, s3://bucket/key, or the id of a built-in template" "data" "at least one source of records" "completions" "the number of shards" "date" "all shards have the same: ISO 8601 with a zone, or seconds since 1970" -}}
{{- if not (get $batch $name) -}}
{{- fail (printf "batch.%s: is required: %s" $name $why) -}}
{{- end -}}
{{- end -}}
{{- $outputs := list -}}
{{- range $name := list "out" "one" "parts" -}}
{{- if get $batch $name -}}
{{- $outputs = append $outputs $name -}}
{{- end -}}
{{- end -}}
{{- if ne (len $outputs) 1 -}}
{{- fail (printf "batch: needs exactly one of out, one and parts; found %s" (join ", " $outputs | default "none")) -}}
{{- end -}}
{{- range $name := list "PLATEN_DATABASE_URL" "AWS_ACCESS_KEY_ID" "AWS_SECRET_ACCESS_KEY" "AWS_SESSION_TOKEN" -}}
{{- if hasKey $batch.env $name -}}
{{- fail (printf "batch.env.%s: is a secret: use batch.existingSecret" $name) -}}
{{- end -}}
{{- end -}}
{{- range $name := list "JOB_COMPLETIONS" "JOB_COMPLETION_INDEX" -}}
{{- if hasKey $batch.env $name -}}
{{- fail (printf "batch.env.%s: is set by the chart" $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}
