import { describe, expect, it } from 'vitest';
import { billsOfMaterials, platformsOf, type Image } from './images.ts';
import { composeOverride, kustomizeComponent } from './overrides.ts';

const digest = `sha256:${'a'.repeat(64)}`;
const localName = 'localhost/colour-therapy-database/catalog';
const name = 'registry.example/ctdb/catalog';
const images = [{ localName, name, digest, services: ['catalog', 'catalog-worker'] }];

describe('the overrides of a version', () => {
  it('replace each build by a digest', () => {
    const text = composeOverride('1.2.0', images);
    expect(text.match(/image: registry\.example\/ctdb\/catalog@sha256:a{64}\n/g)).toHaveLength(2);
    expect(text.match(/build: !reset null/g)).toHaveLength(2);
  });

  it('rename the images of the manifests', () => {
    const entry = `  - name: ${localName}\n    newName: ${name}\n    digest: ${digest}\n`;
    expect(kustomizeComponent('1.2.0', images)).toContain(entry);
  });
});

describe('the bills of materials', () => {
  it('are one of each image with packages, and one of the pages', () => {
    const image = (shortName: string, project?: string): Image => ({
      ...{ shortName, localName: `localhost/${shortName}`, dockerfile: '', context: '' },
      ...{ services: [], args: project === undefined ? {} : { PROJECT: project } },
    });
    const shared = ['services/contracts', 'services/chassis'];
    const images = [
      ...[image('init'), image('backup'), image('media', 'services/media')],
      image('paypal-sandbox', 'infra/paypal-sandbox'),
    ];
    expect([...billsOfMaterials(images)]).toEqual([
      ['backup', ['infra/backup']],
      ['media', ['services/media', ...shared]],
      ['paypal-sandbox', ['infra/paypal-sandbox', ...shared]],
      ['web', ['web', ...shared]],
    ]);
  });
});

describe('the platforms', () => {
  const wanted = ['linux/amd64', 'linux/arm64'];

  it.each([
    ['docker-container\nPlatforms: linux/amd64*, linux/386\nPlatforms: linux/arm64\n', wanted],
    ['remote\nPlatforms: linux/arm64', ['linux/arm64']],
    // The builder of the engine has one.
    ['docker\n\nPlatforms: linux/amd64, linux/arm64\n', ['linux/amd64']],
  ])('are those of all nodes of a builder: %j', (inspected, platforms) => {
    expect(platformsOf(`Driver: ${inspected}`, wanted)).toEqual(platforms);
  });
});
