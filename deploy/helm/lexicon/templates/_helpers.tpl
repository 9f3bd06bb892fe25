{{/* The release's name, with that of the chart unless it has it already. */}}
{{- define "lexicon.fullname" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 52 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "lexicon.labels" -}}
{{ include "lexicon.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "lexicon.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "lexicon.image" -}}
{{ required "image.repository: where the image was pushed" .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{/* No container of ours writes but into its volumes, nor gains a privilege. */}}
{{- define "lexicon.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end -}}

{{- define "lexicon.podSecurity" -}}
automountServiceAccountToken: false
serviceAccountName: {{ include "lexicon.fullname" . }}
securityContext:
  runAsNonRoot: true
  # The image's user "node".
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* Elasticsearch as service and loader ask for it; apiKey is the reference of the one or the other. */}}
{{- define "lexicon.elasticsearchEnvironment" -}}
- name: ELASTICSEARCH_URL
  value: {{ required "elasticsearch.url: the address of your Elasticsearch" .root.Values.elasticsearch.url | quote }}
{{- with .apiKey }}
- name: ELASTICSEARCH_API_KEY_FILE
  value: /etc/lexicon/secrets/elasticsearch-api-key
{{- end }}
{{- with .root.Values.elasticsearch.caSecret }}
- name: ELASTICSEARCH_CA
  value: /etc/lexicon/secrets/elasticsearch-ca.crt
{{- end }}
{{- end -}}

{{- define "lexicon.secretSources" -}}
{{- with .apiKey }}
- secret:
    name: {{ .name }}
    items: [{ key: {{ .key }}, path: elasticsearch-api-key }]
{{- end }}
{{- with .root.Values.elasticsearch.caSecret }}
- secret:
    name: {{ .name }}
    items: [{ key: {{ .key }}, path: elasticsearch-ca.crt }]
{{- end }}
{{- end -}}

{{/* The pod that builds and loads: of the job after an upgrade, and of the schedule. */}}
{{- define "lexicon.loadPod" -}}
{{- $apiKey := .Values.elasticsearch.loaderApiKeySecret -}}
restartPolicy: Never
{{ include "lexicon.podSecurity" . }}
initContainers:
  - name: build
    image: {{ include "lexicon.image" . }}
    imagePullPolicy: {{ .Values.image.pullPolicy }}
    args:
      - node
      - indexer/cli.ts
      - build
      {{- range .Values.load.sources }}
      - --source
      - /etc/lexicon/sources/{{ . }}
      {{- end }}
    env:
      - { name: DATA_DIR, value: /data }
    resources: {{ toYaml .Values.load.resources | nindent 6 }}
    {{- include "lexicon.containerSecurity" . | nindent 4 }}
    volumeMounts:
      - { name: data, mountPath: /data }
      - { name: tmp, mountPath: /tmp }
      {{- if .Values.load.sourcesConfigMap }}
      - { name: sources, mountPath: /etc/lexicon/sources, readOnly: true }
      {{- end }}
containers:
  - name: load
    image: {{ include "lexicon.image" . }}
    imagePullPolicy: {{ .Values.image.pullPolicy }}
    args:
      - node
      - indexer/cli.ts
      - load
      {{- range .Values.load.options }}
      - {{ . | quote }}
      {{- end }}
    env:
      - { name: DATA_DIR, value: /data }
      {{- include "lexicon.elasticsearchEnvironment" (dict "root" . "apiKey" $apiKey) | nindent 6 }}
    resources: {{ toYaml .Values.load.resources | nindent 6 }}
    {{- include "lexicon.containerSecurity" . | nindent 4 }}
    volumeMounts:
      - { name: data, mountPath: /data }
      - { name: tmp, mountPath: /tmp }
      - { name: secrets, mountPath: /etc/lexicon/secrets, readOnly: true }
volumes:
  - { name: data, emptyDir: {} }
  - { name: tmp, emptyDir: {} }
  - name: secrets
    projected:
      sources: {{ include "lexicon.secretSources" (dict "root" . "apiKey" $apiKey) | default "[]" | nindent 8 }}
  {{- with .Values.load.sourcesConfigMap }}
  - name: sources
    configMap: { name: {{ . }} }
  {{- end }}
{{- end -}}
