import { toContract } from '@ctdb/chassis';
import {
  DomainError,
  type FactorProof,
  type Factors,
  factors as factorsSchema,
  MAX_PASSKEYS,
  type PasskeyOptions,
  type Person,
  type Replies,
  type Requests,
  type TotpSetup,
} from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { BILLING_CONFIG, type BillingConfig } from '../../config.js';
import { newTypedCode, normalizeTypedCode } from '../../typed-code.js';
import { AccountsRepository, type NewFactor } from '../users/accounts.repository.js';
import { challengeEnded, challengeKeys, ChallengesService } from './challenges.service.js';
import { PasskeysService } from './passkeys.service.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { ThrottleService } from '../passwords/throttle.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { hashToken } from '../users/tokens.js';
import { findTotpStep, newTotpSecret, totpUri } from './totp.js';
import { type Account, hasFactor, isAdminRole } from '../users/user.record.js';

const RECOVERY_CODES = 10;
/** 120 random bits. */
const RECOVERY_CODE_LENGTH = 24;

/** Codes are random, so their hashes need no salt. */
const hashRecoveryCode = (typed: string): string => hashToken(normalizeTypedCode(typed));

/** New recovery codes, and what is stored of them. */
const newRecoveryCodes = () => {
  const codes = Array.from({ length: RECOVERY_CODES }, () => newTypedCode(RECOVERY_CODE_LENGTH));
  return { codes, hashes: codes.map(hashRecoveryCode) };
};

/** Apps show a code in groups of digits. */
const toDigits = (typed: string): string => typed.replaceAll(/\s/g, '');
const isTotpCode = (typed: string): boolean => /^\d{6}$/.test(toDigits(typed));

const noFactor = () => new DomainError('NOT_FOUND', { kind: 'factor' });

/** The second factors of an account: adds, removes and verifies them, and lets a person confirm by them. */
@Injectable()
export class FactorsService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly challenges: ChallengesService,
    private readonly passkeys: PasskeysService,
    private readonly sessions: SessionsService,
    private readonly hasher: PasswordHasher,
    private readonly throttle: ThrottleService,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  /** Whether the account may not be without a second factor. */
  isRequired({ role }: Pick<Account, 'role'>): boolean {
    return this.config.secondFactor.isRequired && isAdminRole(role);
  }

  /** Whether `proof` is a second factor of the account. A code can be used once. */
  async verify(account: Account, proof: FactorProof, challenge: string | undefined) {
    if ('passkey' in proof) {
      if (challenge === undefined) return false;
      const used = await this.passkeys.verify(account, proof.passkey, challenge);
      return used !== undefined && this.accounts.usePasskey(account, used);
    }
    if (!isTotpCode(proof.code))
      return this.accounts.useRecoveryCode(account, hashRecoveryCode(proof.code));
    const step =
      account.totp && findTotpStep(account.totp.secret, toDigits(proof.code), Date.now());
    return step !== undefined && this.accounts.useTotpStep(account, step);
  }

  async get(person: Person): Promise<Factors> {
    const account = await this.accounts.getAccount(person);
    const { totp, passkeys = [], recoveryCodes = [] } = account;
    return toContract(factorsSchema, {
      isRequired: this.isRequired(account),
      takesPasskeys: this.passkeys.areAvailable,
      totpAddedAt: totp?.addedAt,
      passkeys: passkeys.map((passkey) => ({
        ...passkey,
        domain: this.passkeys.domainOf(passkey),
        worksHere: this.passkeys.worksHere(passkey),
      })),
      recoveryCodesLeft: recoveryCodes.length,
    });
  }

  newTotp({ username }: Pick<Account, 'username'>): TotpSetup {
    const secret = newTotpSecret();
    return { secret, uri: totpUri(secret, this.config.secondFactor.productName, username) };
  }

  async startTotp(person: Person): Promise<TotpSetup> {
    const account = await this.accounts.getAccount(person);
    const setup = this.newTotp(account);
    const key = challengeKeys.newTotp(person.sessionId);
    await this.challenges.ask(key, { accountId: person.id, totp: setup.secret });
    return setup;
  }

  async addTotp({ code }: Requests['addTotp'], person: Person) {
    const account = await this.accounts.getAccount(person);
    const key = challengeKeys.newTotp(person.sessionId);
    const { totp } = await this.challenges.try(key);
    if (totp === undefined) throw challengeEnded();
    const added = await this.addTotpOf(account, totp, code, person.sessionId);
    if (!added) throw new DomainError('WRONG_FACTOR');
    await this.challenges.end(key);
    return added;
  }

  /**
   * Adds an authenticator app if `code` is one of its codes.
   * @param session the person's own
   */
  async addTotpOf(account: Account, secret: string, code: string, session?: string) {
    const lastStep = findTotpStep(secret, toDigits(code), Date.now());
    if (lastStep === undefined) return undefined;
    const totp = { secret, lastStep, addedAt: new Date() };
    return this.add(account, { totp }, session);
  }

  async removeTotp(person: Person): Promise<void> {
    const account = await this.accounts.getAccount(person);
    if (!account.totp) throw noFactor();
    await this.accounts.removeFactor(account, this.isLast(account));
  }

  async startPasskey(person: Person): Promise<{ options: PasskeyOptions }> {
    const account = await this.accounts.getAccount(person);
    const options = await this.passkeys.newOptions(account);
    if ((account.passkeys?.length ?? 0) >= MAX_PASSKEYS) throw new DomainError('PASSKEYS_FULL');
    const key = challengeKeys.newPasskey(person.sessionId);
    await this.challenges.ask(key, { accountId: person.id, passkey: options.challenge });
    return { options };
  }

  async addPasskey({ name, credential }: Requests['addPasskey'], person: Person) {
    const account = await this.accounts.getAccount(person);
    const key = challengeKeys.newPasskey(person.sessionId);
    const asked = await this.challenges.try(key);
    await this.challenges.end(key);
    const verified = await this.passkeys.verifyNew(credential, asked.passkey ?? '');
    if (!verified || account.passkeys?.some(({ id }) => id === verified.id))
      throw new DomainError('WRONG_FACTOR');
    const passkey = { ...verified, name, addedAt: new Date() };
    return this.add(account, { passkey }, person.sessionId);
  }

  async removePasskey(id: string, person: Person): Promise<void> {
    const account = await this.accounts.getAccount(person);
    if (!account.passkeys?.some((passkey) => passkey.id === id)) throw noFactor();
    await this.accounts.removeFactor(account, this.isLast(account), id);
  }

  async renewRecoveryCodes(person: Person): Promise<{ recoveryCodes: string[] }> {
    const account = await this.accounts.getAccount(person);
    if (!hasFactor(account)) throw noFactor();
    const { codes, hashes } = newRecoveryCodes();
    await this.accounts.setRecoveryCodes(account, hashes);
    return { recoveryCodes: codes };
  }

  /** Says by what a signed-in person can confirm who they are: by a second factor or, without one, the password. */
  async startConfirmation(person: Person): Promise<Replies['startConfirmation']> {
    const account = await this.accounts.getAccount(person);
    if (!hasFactor(account)) return { kinds: ['password'] };
    const asked = await this.passkeys.askFor(account);
    const key = challengeKeys.confirmation(person.sessionId);
    await this.challenges.ask(key, { accountId: person.id, passkey: asked.passkey?.challenge });
    return asked;
  }

  async confirm({ proof, ...typedAt }: Requests['confirm'], { id, sessionId }: Person) {
    const account = await this.accounts.getAccount({ id });
    if ('password' in proof) {
      // A password alone must not do where there is a second factor.
      if (hasFactor(account)) throw new DomainError('WRONG_FACTOR');
      const isRight = await this.throttle.attempt(account.usernameKey, typedAt, async () => {
        return (await this.hasher.matches(account.password, proof.password)) || undefined;
      });
      if (!isRight) throw new DomainError('WRONG_PASSWORD');
    } else {
      const key = challengeKeys.confirmation(sessionId);
      const asked = 'passkey' in proof ? await this.challenges.try(key) : undefined;
      const isRight = await this.throttle.attemptFactor(account, typedAt, async () => {
        return (await this.verify(account, proof, asked?.passkey)) || undefined;
      });
      if (!isRight) throw new DomainError('WRONG_FACTOR');
      if (asked) await this.challenges.end(key);
    }
    await this.sessions.confirm({ accountId: id, sessionId });
  }

  /** Whether there is one factor alone. Throws `LAST_FACTOR` if it has to stay. */
  private isLast(account: Account): boolean {
    const { totp, passkeys = [] } = account;
    const isLast = passkeys.length + (totp ? 1 : 0) === 1;
    if (isLast && this.isRequired(account)) throw new DomainError('LAST_FACTOR');
    return isLast;
  }

  /** The first factor brings recovery codes, and ends the other sessions: they began without it. */
  private async add(account: Account, factor: NewFactor, session: string | undefined) {
    if (hasFactor(account)) {
      await this.accounts.addFactor(account, factor);
      return {};
    }
    const { codes, hashes } = newRecoveryCodes();
    await this.accounts.addFactor(account, factor, hashes);
    await this.sessions.endAll(account._id.toHexString(), { kept: session });
    return { recoveryCodes: codes };
  }
}
