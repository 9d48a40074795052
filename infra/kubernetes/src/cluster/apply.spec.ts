import { describe, expect, it } from 'vitest';
import { overlay, overlays } from '../manifests/kustomize-build.ts';
import { setNamespace } from './apply.ts';

describe('objects that are moved to another namespace', () => {
  it.each(overlays)('leave nothing of %s where it would be', (name) => {
    const moved = setNamespace(overlay(name), 'elsewhere');
    for (const { kind, metadata } of moved)
      expect(kind === 'Namespace' ? metadata.name : metadata.namespace).toBe('elsewhere');
    // What they select of other namespaces stays.
    expect(JSON.stringify(moved)).toContain('"kubernetes.io/metadata.name":"monitoring"');
    expect(JSON.stringify(moved)).not.toContain('"namespace":"colour-therapy"');
  });

  it('keep their rights together', () => {
    const moved = setNamespace(overlay('local'), 'elsewhere');
    const binding = moved.find(({ kind }) => kind === 'RoleBinding');
    expect(binding).toMatchObject({
      subjects: [{ kind: 'ServiceAccount', name: 'make-secrets', namespace: 'elsewhere' }],
    });
  });
});
