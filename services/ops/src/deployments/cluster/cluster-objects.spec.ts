import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { toCertificate, toHttpRoute } from './cluster-objects.js';

const manifest = (name: string) =>
  readFileSync(
    new URL(`../../../../../k8s/components/custom-domain/${name}`, import.meta.url),
    'utf8',
  );

it('names the issuer, the Secret and the listener of the manifests', () => {
  const certificate = toCertificate('clinic.example').spec as Record<string, unknown>;
  const { name, kind } = certificate['issuerRef'] as Record<string, string>;
  expect(manifest('issuer.yaml')).toContain(`kind: ${kind}\nmetadata:\n  name: ${name}\n`);
  const listeners = manifest('kustomization.yaml');
  expect(listeners).toContain(`certificateRefs: [{ name: ${String(certificate['secretName'])} }]`);
  const [parent] = (toHttpRoute('clinic.example').spec as { parentRefs: { sectionName: string }[] })
    .parentRefs;
  expect(listeners).toContain(`name: ${parent?.sectionName}`);
});
