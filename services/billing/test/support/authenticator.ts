import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { RequestInput, addPasskey, Proof } from '@ctdb/contracts';
import { isoCBOR } from '@simplewebauthn/server/helpers';

type NewPasskey = RequestInput<typeof addPasskey>['credential'];
type UsedPasskey = Extract<Proof, { passkey: unknown }>['passkey'];

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();
const USED = 0b101;
const WITH_KEY = 0b1000000;

/** A device with one passkey, and the browser in front of it. */
export class Authenticator {
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private readonly id = randomBytes(16);
  /** How often the passkey was used. */
  counter = 0;

  constructor(
    private readonly origin: string,
    private readonly site = new URL(origin).hostname,
  ) {}

  create(challenge: string): NewPasskey {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    const [xBytes, yBytes] = [x, y].map((text) => new Uint8Array(Buffer.from(text, 'base64url')));
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, xBytes as Uint8Array],
      [-3, yBytes as Uint8Array],
    ]);
    const length = Buffer.from([0, this.id.length]);
    const attested = [Buffer.alloc(16), length, this.id, isoCBOR.encode(key as never)];
    const authData = Buffer.concat([this.authenticatorData(USED | WITH_KEY), ...attested]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ]);
    return {
      ...this.credential,
      response: {
        clientDataJSON: this.clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  use(challenge: string): UsedPasskey {
    this.counter += 1;
    const clientData = this.clientData('webauthn.get', challenge);
    const data = this.authenticatorData(USED);
    const signed = Buffer.concat([data, sha256(clientData)]);
    const signature = sign('sha256', signed, this.keys.privateKey);
    return {
      ...this.credential,
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      },
    };
  }

  private get credential() {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };
  }

  private authenticatorData(flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(this.site), Buffer.from([flags]), counter]);
  }

  private clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin }));
  }
}
