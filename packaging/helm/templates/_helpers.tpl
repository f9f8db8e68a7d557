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
{{- if and .Values.objectStore.url (not .Values.objectStore.existingSecret) -}}
{{- fail "objectStore.existingSecret: is required with objectStore.url: a secret with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY" -}}
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
{{- range $name := list "PLATEN_PORT" "PLATEN_HOST" "PLATEN_DATA_DIR" "PLATEN_OBJECT_STORE" "PLATEN_S3_ENDPOINT" -}}
{{- if hasKey $.Values.env $name -}}
{{- fail (printf "env.%s: is set by the chart" $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}
