import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './manifests/kustomize-build.ts';

const RULES = ['alerts.yml', 'alerts-kubernetes.yml'];

/** The file of the component with all alerts. */
export const prometheusRuleFile = join(
  repository,
  'k8s/components/prometheus-operator/prometheus-rule.yaml',
);

/** The groups of a file of rules, without what stands before them. */
const groupsOf = (file: string): string =>
  readFileSync(join(repository, 'infra/observability', file), 'utf8').split('\ngroups:\n')[1] ?? '';

const indent = (text: string): string => text.replace(/^(?=.)/gm, '  ');

/** The PrometheusRule with the alerts of infra/observability. */
export const prometheusRule =
  (): string => `# Written by \`npm run rules -w @ctdb/kubernetes\` from infra/observability.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: colour-therapy-database
spec:
  groups:
${indent(RULES.map(groupsOf).join(''))}`;

if (import.meta.main) writeFileSync(prometheusRuleFile, prometheusRule());
