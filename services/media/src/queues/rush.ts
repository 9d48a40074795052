import { InFlight } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';

/** Knows when this process does what somebody waits for, so that other work can give way to it. */
@Injectable()
export class InteractiveWork extends InFlight {}
