import { Anchor, type AnchorProps, Box, type BoxProps, NavLink, type NavLinkProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, Ref } from "react";

type Native = AnchorHTMLAttributes<HTMLAnchorElement> & { readonly ref?: Ref<HTMLAnchorElement> };

/** The component library's links, for the router's addresses. */
export const AnchorLink = createLink((props: Omit<AnchorProps, "href"> & Native) => <Anchor {...props} />);
export const BoxLink = createLink((props: BoxProps & Native) => <Box component="a" {...props} />);
export const NavItem = createLink((props: Omit<NavLinkProps, "href"> & Native) => <NavLink {...props} />);
