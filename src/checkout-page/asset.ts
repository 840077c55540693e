import { type Asset, makeAsset as makeAssetIn } from "../kernel/asset.ts";

export type { Asset };

/** An asset of the payment page. */
export const makeAsset = (name: string, extension: string, contentType: string, text: string): Asset =>
  makeAssetIn("/pay/assets/", name, extension, contentType, text);
