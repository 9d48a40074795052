import type { Image } from './images.ts';

/** An image of the product that a registry holds. */
export interface Pushed extends Pick<Image, 'localName' | 'services'> {
  /** Its name in the registry, without a tag. */
  name: string;
  digest: string;
}

/** The compose file that replaces the builds of docker-compose.yml by the images of a version. */
export function composeOverride(version: string, images: readonly Pushed[]): string {
  const services = images.flatMap((image) => image.services.map((service) => ({ service, image })));
  return [
    `# Version ${version}: COMPOSE_FILE=docker-compose.yml:<this file>. Nothing is built.`,
    'services:',
    ...services.flatMap(({ service, image: { name, digest } }) => [
      `  ${service}:`,
      `    image: ${name}@${digest}`,
      '    pull_policy: missing',
      '    build: !reset null',
    ]),
    '',
  ].join('\n');
}

/** The component of kustomize that names the images of a version. */
export function kustomizeComponent(version: string, images: readonly Pushed[]): string {
  return [
    `# Version ${version}: name this folder under \`components\` of an overlay, in place of its \`images\`.`,
    'apiVersion: kustomize.config.k8s.io/v1alpha1',
    'kind: Component',
    'images:',
    ...images.flatMap(({ localName, name, digest }) => [
      `  - name: ${localName}`,
      `    newName: ${name}`,
      `    digest: ${digest}`,
    ]),
    '',
  ].join('\n');
}
