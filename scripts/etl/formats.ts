import { drugs } from './drugs.ts';
import type { EtlFormat } from './join.ts';
import { orphadata } from './orphanet/classifications.ts';
import { orphapackets } from './orphanet/packets.ts';
import { regions } from './regions.ts';
import { sssom } from './sssom.ts';

export const formats: readonly EtlFormat[] = [orphapackets, orphadata, sssom, drugs, regions];
