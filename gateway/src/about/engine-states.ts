import { RpcClient } from '@ctdb/chassis';
import { getPaymentMode, getTranslationState, type PublicConfig } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { Remembered } from './remembered.js';

/** Whether translation and payments are set up, as the services last said. */
@Injectable()
export class EngineStates {
  readonly translation: Remembered<PublicConfig['translation']>;
  readonly payments: Remembered<PublicConfig['payments']>;

  constructor(rpc: RpcClient) {
    this.translation = new Remembered<PublicConfig['translation']>(
      (context) => rpc.call(getTranslationState, {}, context),
      {
        configured: null,
        engine: null,
      },
    );
    this.payments = new Remembered<PublicConfig['payments']>(
      (context) => rpc.call(getPaymentMode, {}, context),
      {
        mode: null,
      },
    );
  }
}
