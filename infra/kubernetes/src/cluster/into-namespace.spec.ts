import { describe, expect, it } from '@jest/globals';
import { render } from '../manifests/render.ts';
import { overlayFolder, overlays } from '../repository.ts';
import { intoNamespace } from './into-namespace.ts';

describe('objects that are moved to another namespace', () => {
  it.each(overlays)('leave nothing of %s where it would be', (overlay) => {
    const moved = intoNamespace(render(overlayFolder(overlay)), 'elsewhere');
    for (const { kind, metadata } of moved)
      expect(kind === 'Namespace' ? metadata.name : metadata.namespace).toBe('elsewhere');
    // What they select of other namespaces stays.
    expect(JSON.stringify(moved)).toContain('"kubernetes.io/metadata.name":"monitoring"');
    expect(JSON.stringify(moved)).not.toContain('"namespace":"colour-therapy"');
  });

  it('keep their rights together', () => {
    const moved = intoNamespace(render(overlayFolder('local')), 'elsewhere');
    const binding = moved.find(({ kind }) => kind === 'RoleBinding');
    expect(binding).toMatchObject({
      subjects: [{ kind: 'ServiceAccount', name: 'make-secrets', namespace: 'elsewhere' }],
    });
  });
});
