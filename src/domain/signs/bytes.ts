/** Binary encoding of the sign index: varints (LEB128) and blocks of Golomb codes. Pure. */
export class Writer {
  #bytes: number[] = [];
  /** Free bits of the last byte for `golomb`. */
  #free = 0;

  number(value: number): void {
    let left = value;
    while (left > 127) {
      this.#bytes.push((left & 127) | 128);
      left = Math.floor(left / 128);
    }
    this.#bytes.push(left);
  }

  signed(value: number): void {
    this.number(value < 0 ? -2 * value - 1 : 2 * value);
  }

  /** Two bytes, little-endian, for unsorted numbers. */
  wide(value: number): void {
    this.#bytes.push(value & 255, value >> 8);
  }

  all(values: readonly number[]): void {
    this.number(values.length);
    for (const value of values) this.number(value);
  }

  rising(values: readonly number[]): void {
    this.all(values.map((value, place) => value - (values[place - 1] ?? 0)));
  }

  text(value: string): void {
    this.block(new TextEncoder().encode(value));
  }

  block(bytes: Uint8Array): void {
    this.number(bytes.length);
    for (const byte of bytes) this.#bytes.push(byte);
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(this.#bytes);
  }

  golomb(value: number, unit: number): void {
    for (let whole = Math.floor(value / unit); whole > 0; whole--) this.#bit(1);
    this.#bit(0);
    const { width, short } = widthOf(unit);
    const rest = value % unit;
    if (rest < short) this.#some(rest, width - 1);
    else this.#some(rest + short, width);
  }

  #some(value: number, width: number): void {
    for (let place = width - 1; place >= 0; place--) this.#bit((value >> place) & 1);
  }

  #bit(bit: number): void {
    if (this.#free === 0) {
      this.#bytes.push(0);
      this.#free = 8;
    }
    this.#free--;
    this.#bytes[this.#bytes.length - 1]! |= bit << this.#free;
  }
}

export class Reader {
  #bytes: Uint8Array;
  #at = 0;
  /** Bits of the current byte read by `golomb`. */
  #taken = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  number(): number {
    let value = 0;
    for (let weight = 1; ; weight *= 128) {
      const byte = this.#byte();
      value += (byte & 127) * weight;
      if (byte < 128) return value;
    }
  }

  signed(): number {
    const value = this.number();
    return value % 2 ? -(value + 1) / 2 : value / 2;
  }

  wide(): number {
    return this.#byte() + this.#byte() * 256;
  }

  all(): number[] {
    return Array.from({ length: this.number() }, () => this.number());
  }

  rising(): number[] {
    let last = 0;
    return this.all().map((step) => (last += step));
  }

  text(): string {
    return new TextDecoder().decode(this.block());
  }

  block(): Uint8Array {
    const length = this.number();
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  golomb(unit: number): number {
    let value = 0;
    while (this.#bit() === 1) value += unit;
    const { width, short } = widthOf(unit);
    let rest = 0;
    for (let left = width - 1; left > 0; left--) rest = rest * 2 + this.#bit();
    if (width > 0 && rest >= short) rest = rest * 2 + this.#bit() - short;
    return value + rest;
  }

  #bit(): number {
    const byte = this.#byte();
    const bit = (byte >> (7 - this.#taken)) & 1;
    this.#taken = (this.#taken + 1) % 8;
    if (this.#taken > 0) this.#at--;
    return bit;
  }

  #byte(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw new Error('The index of signs is cut short.');
    return byte;
  }
}

/** Bits of a remainder, and the number of shorter ones. */
function widthOf(unit: number): { width: number; short: number } {
  const width = unit === 1 ? 0 : 32 - Math.clz32(unit - 1);
  return { width, short: 2 ** width - unit };
}
