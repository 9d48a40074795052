import type { newPasskey, PasskeyOptions, usedPasskey } from '@ctdb/contracts';
import { DomainError } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { z } from 'zod';
import { BILLING_CONFIG, type BillingConfig } from '../../config.js';
import type { Account, StoredPasskey } from '../users/user.record.js';

/** Its parsers of certificates take 15 MB: it is loaded for the first passkey. */
const webauthn = () => import('@simplewebauthn/server');

const toDescriptors = (passkeys: StoredPasskey[]) =>
  passkeys.map(({ id, transports }) => ({ id, transports }));

/** Creates the options of WebAuthn, and verifies what browsers answer. */
@Injectable()
export class PasskeysService {
  constructor(
    @Inject(BILLING_CONFIG) private readonly config: Pick<BillingConfig, 'secondFactor'>,
  ) {}

  /** Whether passkeys work at the address of this installation. */
  get areAvailable(): boolean {
    return this.config.secondFactor.relyingParty !== undefined;
  }

  /** The domain of a passkey. Older records have none: they count as made for the present one. */
  domainOf({ rpId = this.config.secondFactor.relyingParty?.id }: StoredPasskey) {
    return rpId;
  }

  /** Whether a passkey works at the address of this installation. */
  worksHere(passkey: StoredPasskey): boolean {
    return this.areAvailable && this.domainOf(passkey) === this.relyingParty.id;
  }

  /** The options for a new passkey of the account. */
  async newOptions({ username, passkeys }: Account): Promise<PasskeyOptions> {
    const { generateRegistrationOptions } = await webauthn();
    const options = await generateRegistrationOptions({
      rpName: this.config.secondFactor.productName,
      rpID: this.relyingParty.id,
      userName: username,
      excludeCredentials: toDescriptors(this.usable(passkeys)),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    });
    return { ...options };
  }

  /** The passkey that a browser has created; `undefined` if its answer is not valid. */
  async verifyNew(answer: z.output<typeof newPasskey>, challenge: string) {
    const { verifyRegistrationResponse } = await webauthn();
    const { registrationInfo } = await verifyRegistrationResponse({
      response: answer as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: this.relyingParty.origin,
      expectedRPID: this.relyingParty.id,
      requireUserVerification: false,
    }).catch(() => ({ registrationInfo: undefined }));
    if (!registrationInfo) return undefined;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    const { id: rpId } = this.relyingParty;
    const key = Buffer.from(publicKey).toString('base64url');
    return { id, publicKey: key, counter, transports, rpId };
  }

  /** By which second factors the account can answer, with the options of WebAuthn for its passkeys. */
  async askFor(
    account: Account,
  ): Promise<{ kinds: ('code' | 'passkey')[]; passkey?: PasskeyOptions }> {
    const passkeys = this.usable(account.passkeys);
    if (passkeys.length === 0) return { kinds: ['code'] };
    const { generateAuthenticationOptions } = await webauthn();
    const passkey = await generateAuthenticationOptions({
      rpID: this.relyingParty.id,
      allowCredentials: toDescriptors(passkeys),
      userVerification: 'preferred',
    });
    return { kinds: ['passkey', 'code'], passkey: { ...passkey } };
  }

  /** The account's passkey that was used, with its new counter; `undefined` if the answer is not valid. */
  async verify(
    { passkeys }: Pick<Account, 'passkeys'>,
    answer: z.output<typeof usedPasskey>,
    challenge: string,
  ): Promise<Pick<StoredPasskey, 'id' | 'counter'> | undefined> {
    const used = this.usable(passkeys).find(({ id }) => id === answer.id);
    if (!used) return undefined;
    const { id, counter, transports } = used;
    const publicKey = new Uint8Array(Buffer.from(used.publicKey, 'base64url'));
    const { verifyAuthenticationResponse } = await webauthn();
    const verified = await verifyAuthenticationResponse({
      response: answer as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: this.relyingParty.origin,
      expectedRPID: this.relyingParty.id,
      credential: { id, publicKey, counter, transports },
      requireUserVerification: false,
    }).catch(() => undefined);
    return verified?.verified ? { id, counter: verified.authenticationInfo.newCounter } : undefined;
  }

  private usable(passkeys: StoredPasskey[] = []): StoredPasskey[] {
    return passkeys.filter((passkey) => this.worksHere(passkey));
  }

  private get relyingParty() {
    const { relyingParty } = this.config.secondFactor;
    if (!relyingParty) throw new DomainError('PASSKEYS_NOT_AVAILABLE');
    return relyingParty;
  }
}
