import { describe, expect, it } from 'vitest';
import { billsOfMaterials, platformsOf, type Image } from './images.ts';
import { composeOverride, kustomizeComponent } from './overrides.ts';

const digest = `sha256:${'a'.repeat(64)}`;
const images = [
  {
    localName: 'localhost/colour-therapy-database/catalog',
    name: 'registry.example/ctdb/catalog',
    digest,
    services: ['catalog', 'catalog-worker'],
  },
];

describe('the overrides of a version', () => {
  it('replace each build by a digest', () => {
    const text = composeOverride('1.2.0', images);
    expect(text.match(/image: registry\.example\/ctdb\/catalog@sha256:a{64}\n/g)).toHaveLength(2);
    expect(text.match(/build: !reset null/g)).toHaveLength(2);
  });

  it('rename the images of the manifests', () => {
    expect(kustomizeComponent('1.2.0', images)).toContain(
      `  - name: ${images[0]?.localName ?? ''}\n    newName: registry.example/ctdb/catalog\n    digest: ${digest}\n`,
    );
  });
});

describe('the bills of materials', () => {
  it('are one of each image with packages, and one of the pages', () => {
    const image = (shortName: string, project?: string): Image => ({
      ...{
        shortName,
        localName: `localhost/${shortName}`,
        dockerfile: '',
        context: '',
        services: [],
      },
      args: project === undefined ? {} : { PROJECT: project },
    });
    const shared = ['services/contracts', 'services/chassis'];
    expect([
      ...billsOfMaterials([
        image('init'),
        image('backup'),
        image('media', 'services/media'),
        image('paypal-sandbox', 'infra/paypal-sandbox'),
      ]),
    ]).toEqual([
      ['backup', ['infra/backup']],
      ['media', ['services/media', ...shared]],
      ['paypal-sandbox', ['infra/paypal-sandbox', ...shared]],
      ['web', ['web', ...shared]],
    ]);
  });
});

describe('the platforms', () => {
  const wanted = ['linux/amd64', 'linux/arm64'];

  it('are those of all nodes of a builder', () => {
    const inspected =
      'Driver: docker-container\nPlatforms: linux/amd64*, linux/386\nPlatforms: linux/arm64\n';
    expect(platformsOf(inspected, wanted)).toEqual(wanted);
    expect(platformsOf('Driver: remote\nPlatforms: linux/arm64', wanted)).toEqual(['linux/arm64']);
  });

  it('are one with the builder of the engine', () => {
    const inspected = 'Name: default\nDriver: docker\n\nPlatforms: linux/amd64, linux/arm64\n';
    expect(platformsOf(inspected, wanted)).toEqual(['linux/amd64']);
  });
});
